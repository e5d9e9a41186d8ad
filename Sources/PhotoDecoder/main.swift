import Decoding
import Glibc

exit(DecoderWorker.run())
