import DecodingWorker
import Glibc

exit(DecoderWorker.run())
