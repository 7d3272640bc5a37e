@echo off
rem Starts QCPruner from the unpacked archive on Windows. Needs Java 17 or later unless the archive has a runtime.
rem   QCPRUNER_CLASSPATH   jars with further methods
rem   QCPRUNER_JAVA_OPTS   extra JVM options        JAVA_HOME   which Java        OMP_NUM_THREADS   threads
setlocal
set "HOME_DIR=%~dp0.."
set "OPTIONS_DIR=%HOME_DIR%\launch\options"
set "JAVA_DIR="
if exist "%HOME_DIR%\runtime\bin\java.exe" set "JAVA_DIR=%HOME_DIR%\runtime"
if not defined JAVA_DIR if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA_DIR=%JAVA_HOME%"
if not defined JAVA_DIR for %%J in (java.exe) do if not "%%~$PATH:J"=="" for %%D in ("%%~dp$PATH:J..") do set "JAVA_DIR=%%~fD"
if not defined JAVA_DIR goto nojava

rem the release file of a runtime says its version and its modules
set "JAVA_VERSION=0"
if exist "%JAVA_DIR%\release" for /f "tokens=2 delims==." %%V in ('findstr /b "JAVA_VERSION=" "%JAVA_DIR%\release"') do set "JAVA_VERSION=%%~V"
set "JAVA_VERSION=%JAVA_VERSION:"=%"
if not %JAVA_VERSION%==0 if %JAVA_VERSION% LSS 17 goto nojava
set OPTIONS="@%OPTIONS_DIR%\always"
if exist "%JAVA_DIR%\release" findstr /c:"jdk.incubator.vector" "%JAVA_DIR%\release" >nul && set OPTIONS=%OPTIONS% "@%OPTIONS_DIR%\vector"
for %%F in ("%OPTIONS_DIR%\java*") do call :since "%%~F" "%%~nF"

if not defined OMP_WAIT_POLICY set "OMP_WAIT_POLICY=PASSIVE"
if not defined ONEDNN_MAX_CPU_ISA set "ONEDNN_MAX_CPU_ISA=AVX512_CORE_FP16"
set "CLASS_PATH=%HOME_DIR%\lib\*"
if defined QCPRUNER_CLASSPATH set "CLASS_PATH=%CLASS_PATH%;%QCPRUNER_CLASSPATH%"
"%JAVA_DIR%\bin\java.exe" %OPTIONS% %QCPRUNER_JAVA_OPTS% -cp "%CLASS_PATH%" io.qcpruner.cli.Main %*
exit /b %ERRORLEVEL%

:since
set "SINCE=%~2"
if %JAVA_VERSION% GEQ %SINCE:java=% set OPTIONS=%OPTIONS% "@%~1"
exit /b 0

:nojava
echo qcpruner: no Java 17 or later found; install one or set JAVA_HOME 1>&2
exit /b 1
