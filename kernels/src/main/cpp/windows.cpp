// What the compiler and the system expect in a library of Windows.

// The system calls it when the library comes and goes.
extern "C" int DllMainCRTStartup(void *, unsigned, void *) { return 1; }

// A function with more than a page of locals touches every page of them first, from the top down, because the system
// makes stacks grow a page at a time. rax has the number of bytes; no register may change.
__asm__(".globl ___chkstk_ms\n"
        "___chkstk_ms:\n"
        "  push %rax\n"
        "  push %rcx\n"
        "  lea 24(%rsp), %rcx\n" // where the caller's stack ends
        "1:\n"
        "  cmp $0x1000, %rax\n"
        "  jbe 2f\n"
        "  sub $0x1000, %rcx\n"
        "  testb $0, (%rcx)\n"
        "  sub $0x1000, %rax\n"
        "  jmp 1b\n"
        "2:\n"
        "  sub %rax, %rcx\n"
        "  testb $0, (%rcx)\n"
        "  pop %rcx\n"
        "  pop %rax\n"
        "  ret\n");
