@echo off
rem The program of this archive, where the README and the pages call it.
call "%~dp0bin\qcpruner.cmd" %*
exit /b %ERRORLEVEL%
