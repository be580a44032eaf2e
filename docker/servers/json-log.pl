# Runs a server whose log is text and prints each line of it as JSON with level, time and service, as the services print theirs:
#
#   perl json-log.pl SERVICE [FIFO…] -- PROGRAM [ARGUMENT…]
#
# It is the first process of the container: it passes signals on to the server, ends with the server's exit status, and not before
# the server's last line is printed. PostgreSQL writes its JSON into the FIFOs. Perl, because the images of PostgreSQL, HAProxy and
# Valkey have it (Debian's perl-base) and no other language; so only modules of perl-base are used.
use strict;
use warnings;
use Errno qw(EINTR);
use Fcntl qw(O_NONBLOCK O_RDWR);
use IO::Select;
use POSIX qw(WNOHANG mkfifo strftime);

my $service = shift @ARGV;
my (@fifos, $server, $status);
push @fifos, shift @ARGV while @ARGV && $ARGV[0] ne '--';
shift @ARGV;
die "usage: json-log.pl SERVICE [FIFO...] -- PROGRAM [ARGUMENT...]\n" unless defined $service && @ARGV;

my %level_of_postgres = (WARNING => 'warn', ERROR => 'error', FATAL => 'error', PANIC => 'fatal');
my %level_of_valkey   = ('.' => 'debug', '-' => 'debug', '*' => 'info', '#' => 'warn');
my %level_of_haproxy  = (DEBUG => 'debug', DIAG => 'debug', NOTICE => 'info', WARNING => 'warn', ALERT => 'error');
my %escaped           = ('"' => '\\"', '\\' => '\\\\', "\t" => '\\t');

sub level_of_postgres {
  my ($severity) = @_;
  return $severity =~ /^DEBUG/ ? 'debug' : $level_of_postgres{$severity} // 'info';
}

# Of an error of data: PostgreSQL adds the row that breaks a rule, and quotes the value that it cannot read.
sub without_data {
  my ($rest) = @_;
  my $text = qr/"(?:[^"\\]|\\.)*"/;
  $rest =~ s/,"(?:detail|context|internal_query)":$text//g;
  $rest =~ s/("message":"(?:[^"\\]|\\.)*?: )\\"(?:[^"\\]|\\.)*"/$1..."/;
  return $rest;
}

# A line of PostgreSQL's jsonlog: level, time and service are added, the rest stays.
sub from_jsonlog {
  my ($line) = @_;
  return unless $line =~ /^\{"timestamp":"([\d-]+) ([\d:.]+) \w+",(.*)$/s;
  my ($day, $time, $rest) = ($1, $2, $3);
  my $level = level_of_postgres($rest =~ /"error_severity":"(\w+)"/ ? $1 : 'LOG');
  # Of a session it is an error; the server itself ends with it.
  $level = 'fatal' if $rest =~ /"error_severity":"FATAL"/ && $rest =~ /"backend_type":"(?:postmaster|startup)"/;
  # A server that starts or stops turns sessions away.
  $level = 'warn' if $level eq 'error' && $rest =~ /"state_code":"57P0[123]"/;
  $rest = without_data($rest) if $rest =~ /"state_code":"(?:2[123]|P0)/;
  return qq({"level":"$level","time":"${day}T${time}Z","service":"$service",$rest);
}

# Level, time (undefined: now) and message of a line of text.
sub parsed {
  my ($line) = @_;
  return ($3 eq 'FATAL' ? 'fatal' : level_of_postgres($3), "$1T$2Z", $4)
    if $line =~ /^([\d-]+) ([\d:.]+) UTC \[\d+\] (\w+):\s+(.*)$/s;
  return ($level_of_valkey{$1}, undef, $2) if $line =~ /^\d+:[A-Z] \d+ \w+ \d+ [\d:.]+ ([.*#-]) (.*)$/s;
  return ($level_of_haproxy{$1} // 'info', undef, $2) if $line =~ /^\[(\w+)\]\s+\(\d+\) : (.*)$/s;
  return ('error', undef, $line) if $line =~ /^\w+: (?:error|fatal):|has no server available!$/;
  return ('warn', undef, $line) if $line =~ /^Server \S+ is (?:going )?DOWN/;
  return ('info', undef, $line);
}

sub formatted {
  my ($line) = @_;
  return $line if $line =~ /^\{"level":"/;
  my $postgres = from_jsonlog($line);
  return $postgres if defined $postgres;
  my ($level, $time, $message) = parsed($line);
  $time //= strftime('%Y-%m-%dT%H:%M:%SZ', gmtime);
  $message =~ s/(["\\\t]|[\x00-\x1f\x7f])/$escaped{$1} \/\/ sprintf '\\u%04x', ord $1/ge;
  return qq({"level":"$level","time":"$time","service":"$service","message":"$message"});
}

sub printed {
  my $text = join '', map { formatted($_) . "\n" } grep { /\S/ } @_;
  while (length $text) {
    my $written = syswrite STDOUT, $text;
    if (defined $written) { substr $text, 0, $written, '' }
    elsif ($! != EINTR)   { return }
  }
}

sub opened {
  my ($fifo) = @_;
  mkfifo($fifo, 0600) unless -p $fifo;
  # For writing too: so it never ends, and PostgreSQL's collector finds a reader whenever it opens it.
  sysopen my $source, $fifo, O_RDWR | O_NONBLOCK or die "$fifo: $!\n";
  return $source;
}

for my $signal (qw(HUP INT TERM QUIT USR1 USR2)) {
  $SIG{$signal} = sub { kill $signal, $server if $server };
}
$SIG{CHLD} = sub { };
$SIG{PIPE} = 'IGNORE';
for my $fifo (@fifos) {
  my ($folder) = $fifo =~ m{^(.*)/};
  mkdir $folder, 0700;
}
my $sources = IO::Select->new(map { opened($_) } @fifos);
pipe my $said, my $saying or die "pipe: $!\n";
$server = fork // die "fork: $!\n";
if ($server == 0) {
  $SIG{$_} = 'DEFAULT' for qw(HUP INT TERM QUIT USR1 USR2 CHLD PIPE);
  open STDOUT, '>&', $saying or POSIX::_exit(126);
  open STDERR, '>&', $saying or POSIX::_exit(126);
  exec {$ARGV[0]} @ARGV or do {
    syswrite STDERR, "$ARGV[0]: fatal: $!\n";
    POSIX::_exit(127);
  };
}
close $saying;
$sources->add($said);

my (%rest, $until);
while (1) {
  # As the first process it also takes in what lost its parent.
  while ((my $ended = waitpid -1, WNOHANG) > 0) {
    next if $ended != $server;
    $status = $? & 127 ? 128 + ($? & 127) : $? >> 8;
    $until  = time + 3;
  }
  my $patience = defined $status ? 0.2 : 0.5;
  my @ready    = $sources->count ? $sources->can_read($patience) : ();
  select undef, undef, undef, $patience unless $sources->count;
  for my $source (@ready) {
    my $read = sysread $source, $rest{$source}, 65_536, length($rest{$source} // '');
    $sources->remove($source) if defined $read && $read == 0;
    my @lines = split /\n/, $rest{$source} // '', -1;
    $rest{$source} = pop @lines // '';
    printed(@lines);
  }
  # What was written last is read; a process that the server left behind may hold its output open.
  last if defined $status && (!@ready || time > $until);
}
printed(grep { length } values %rest);
exit $status;
