# What gdb is told before it meets the kernel.
set architecture i386:x86-64
set tcp connect-timeout 120
set confirm off
set pagination off
set print pretty on
set disassemble-next-line auto
# Assembly in the notation of the project's .asm files.
set disassembly-flavor intel
