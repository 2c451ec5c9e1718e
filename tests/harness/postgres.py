"""A PostgreSQL of our own: a cluster in a temporary folder, on a socket there and on a free loopback port.

The kernel ends the server when the thread that started it is no more, however that came; what a killed run leaves in the temporary
folder goes when the next server starts.
"""
import ctypes
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time


def binaries():
    """The folder of initdb and postgres, None where they are not installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda p: int(p.split("/")[-2]))
    if found and os.path.exists(found[-1] + "/initdb"):
        return found[-1]
    initdb = shutil.which("initdb")
    return os.path.dirname(initdb) if initdb else None


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def die_with_parent():
    """Between fork and exec."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


def is_running(number):
    try:
        os.kill(int(number), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        pass
    return True


def read_word(file):
    try:
        with open(file) as f:
            return f.readline().strip()
    except OSError:
        return ""


def remove_stale():
    """Folders of runs that are no more (and their servers, should any be left)."""
    for folder in glob.glob(os.path.join(tempfile.gettempdir(), "colline-pg-*")):
        owner, server = read_word(folder + "/owner"), read_word(folder + "/data/postmaster.pid")
        if not owner or is_running(owner):
            continue
        if server and folder in read_word("/proc/%s/cmdline" % server):
            try:
                os.kill(int(server), signal.SIGQUIT)
            except OSError:
                continue
        shutil.rmtree(folder, ignore_errors=True)


class Postgres:
    """with Postgres() as server: server.url() ..."""

    def __init__(self):
        self.bin, self.process, self.folder = binaries(), None, None
        # PostgreSQL does not run as root.
        self.user = "postgres" if os.geteuid() == 0 else None

    def __enter__(self):
        remove_stale()
        self.folder = tempfile.mkdtemp(prefix="colline-pg-")
        with open(self.folder + "/owner", "w") as f:
            f.write("%d\n" % os.getpid())
        if self.user:
            entry = pwd.getpwnam(self.user)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        self.run("initdb", "-D", self.folder + "/data", "-A", "trust", "-U", "colline", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        self.port = free_port()
        self.start()
        return self

    def run(self, program, *arguments):
        done = subprocess.run([os.path.join(self.bin, program), *arguments], user=self.user, cwd=self.folder, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise RuntimeError("%s: %s" % (program, done.stdout.decode(errors="replace")))

    def start(self):
        self.log = open(self.folder + "/log", "ab")
        self.process = subprocess.Popen(
            [os.path.join(self.bin, "postgres"), "-D", self.folder + "/data", "-k", self.folder, "-p", str(self.port),
             "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "shared_buffers=64MB"],
            user=self.user, cwd=self.folder, stdout=self.log, stderr=self.log, start_new_session=True,
            preexec_fn=die_with_parent)
        deadline = time.monotonic() + 60
        while subprocess.run([os.path.join(self.bin, "pg_isready"), "-q", "-h", self.folder, "-p", str(self.port)]).returncode:
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise RuntimeError("PostgreSQL does not start: " + open(self.folder + "/log").read()[-2000:])
            time.sleep(0.05)

    def stop(self, how=signal.SIGINT):
        """SIGINT: at once, in order; SIGQUIT: as after a power failure."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(timeout=60)
            self.log.close()
        self.process = None

    def restart(self, how=signal.SIGINT):
        self.stop(how)
        self.start()

    def create(self, database):
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "colline", database)

    def url(self, database="postgres"):
        return "postgresql://colline@127.0.0.1:%d/%s" % (self.port, database)

    def __exit__(self, *_):
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
