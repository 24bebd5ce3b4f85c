import { arch } from 'node:os'

/** The numbers of the system calls mmap, read and memfd_create, by processor. */
const numbers = { x64: [9, 0, 319], arm64: [222, 63, 279] } as Record<string, number[]>
const [mmap, read, memfdCreate] = numbers[arch()] ?? []

/** Whether these attacks are written for this host; they are in Perl, which every Debian has. */
export const canExhaustMemory = mmap !== undefined

const oneMb = '1048576'
const quoted = (perl: string) => `perl -e '${perl}'`

/** Scripts that take `mb` megabytes in ways that need not count as a process's own memory. */
export const memoryAttacks = {
  'shared anonymous memory': mb =>
    quoted(`
      open Z, "</dev/zero"; my $at = syscall(${mmap}, 0, ${mb}*${oneMb}, 3, 0x21, -1, 0);
      syscall(${read}, fileno(Z), $at + $_*${oneMb}, ${oneMb}) for 0..${mb}-1;
      print "took it\\n"; close STDOUT; close STDERR; sleep 600`),
  'System V segments that nobody is attached to': mb =>
    quoted(`
      for (1..${mb}/16) {
        my $id = shmget(0, 16*${oneMb}, 0600); defined $id or die "refused: $!\\n";
        shmwrite($id, "x" x ${oneMb}, $_*${oneMb}, ${oneMb}) for 0..15;
      }
      print "took it\\n"; close STDOUT; close STDERR; sleep 600`),
  'files without a name': mb =>
    quoted(`
      for (1..${mb}/16) {
        my $name = "x"; my $fd = syscall(${memfdCreate}, $name, 0); $fd >= 0 or die "refused: $!\\n";
        open my $file, "+>&=", $fd; push @files, $file;
        syswrite $file, "x" x ${oneMb} for 1..16;
      }
      print "took it\\n"; close STDOUT; close STDERR; sleep 600`),
  'empty files': mb =>
    quoted(`
      for my $at (1..${mb}*1024) {
        open my $file, ">", ("/tmp/", "/dev/shm/")[$at % 2] . $at or die "$!\\n"; close $file;
      }
      print "took it\\n"; close STDOUT; close STDERR; sleep 600`),
  'connections that nobody reads': mb =>
    quoted(`
      use IO::Socket::INET; my $sent = 0; my $text = "x" x ${oneMb};
      my $server = IO::Socket::INET->new(Listen => 10, LocalAddr => "127.0.0.1");
      for (1..100) {
        push @all, IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $server->sockport);
        push @all, scalar $server->accept;
      }
      $_->blocking(0) for @all;
      for my $round (1..50) {
        for my $socket (@all) { while (my $some = syswrite $socket, $text) { $sent += $some } }
        last if $sent > ${mb}*${oneMb};
        select undef, undef, undef, 0.1;
      }
      print "took it\\n"; close STDOUT; close STDERR; sleep 600`),
  'private memory': mb =>
    quoted(`
      $all .= "x" x ${oneMb} for 1..${mb};
      print "took it\\n"; close STDOUT; close STDERR; sleep 600`),
} satisfies Record<string, (mb: number) => string>
