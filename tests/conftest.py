"""What holds for the whole suite."""

import signal

# A shell starts what it puts in the background with interrupts ignored, and its children inherit that; the suite
# sends interrupts and waits for what they do.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
