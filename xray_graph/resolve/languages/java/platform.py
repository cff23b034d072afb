"""What is known of Java's files, streams, times and addresses; how the text reads says `nominal.library`.

By these, overloads are told apart. Called by `library`.
"""

from __future__ import annotations

from typing import Final

PLATFORM: Final = """
package java.io
IOException : Exception; EOFException : IOException; UncheckedIOException : RuntimeException; Serializable
Closeable : AutoCloseable; Flushable; Reader : Readable, Closeable; StringReader : Reader
DataInput; DataOutput
InputStreamReader : Reader; FileReader : InputStreamReader; CharArrayReader : Reader; FilterReader : Reader
Writer : Appendable, Closeable, Flushable; OutputStreamWriter : Writer; FileWriter : OutputStreamWriter
PrintWriter : Writer; BufferedWriter : Writer; FilterWriter : Writer; CharArrayWriter : Writer
InputStream : Closeable; ByteArrayInputStream : InputStream
FilterInputStream : InputStream; BufferedInputStream : FilterInputStream; SequenceInputStream : InputStream
PushbackInputStream : FilterInputStream; OutputStream : Closeable, Flushable
FilterOutputStream : OutputStream; BufferedOutputStream : FilterOutputStream
PrintStream : FilterOutputStream, Appendable; FileNotFoundException : IOException
FileInputStream : InputStream
  getChannel() FileChannel
FileOutputStream : OutputStream
  getChannel() FileChannel
RandomAccessFile : Closeable, DataInput, DataOutput
  getChannel() FileChannel
BufferedReader : Reader
  readLine() String; lines() Stream<String>
StringWriter : Writer
  getBuffer() StringBuffer
ObjectInputStream : InputStream
  readObject() Object
ByteArrayOutputStream : OutputStream
  toByteArray() byte[]
File : Comparable<File>, Serializable
  getName() String; getPath() String; getAbsolutePath() String; getParentFile() File; toPath() Path
  listFiles() File[]; exists() boolean
package java.nio.file
Path : Iterable<Path>, Comparable<Path>
  resolve(Object) Path; getParent() Path; getFileName() Path; toFile() File
  static of(String, String...) Path
Paths
  static get(String, String...) Path
final Files
  static newInputStream(Path, Object...) InputStream; static newOutputStream(Path, Object...) OutputStream
  static newBufferedReader(Path, Object...) BufferedReader; static readAllBytes(Path) byte[]
  static newBufferedWriter(Path, Object...) BufferedWriter; static readString(Path, Object...) String
  static readAllLines(Path, Object...) List<String>; static lines(Path, Object...) Stream<String>
  static list(Path) Stream<Path>; static walk(Path, Object...) Stream<Path>; static size(Path) long
  static createTempFile(Object...) Path; static createTempDirectory(Object...) Path
  static createDirectory(Path, Object...) Path; static createDirectories(Path, Object...) Path
  static createFile(Path, Object...) Path; static exists(Path, Object...) boolean
  static isDirectory(Path, Object...) boolean; static isRegularFile(Path, Object...) boolean
package java.nio.file.attribute
final FileTime : Comparable<FileTime>
  static from(Instant) FileTime; static fromMillis(long) FileTime; toInstant() Instant; toMillis() long
package java.nio.channels
Channel : Closeable; ReadableByteChannel : Channel; WritableByteChannel : Channel
ByteChannel : ReadableByteChannel, WritableByteChannel; InterruptibleChannel : Channel
SeekableByteChannel : ByteChannel; ScatteringByteChannel : ReadableByteChannel
GatheringByteChannel : WritableByteChannel; AbstractInterruptibleChannel : InterruptibleChannel
FileChannel : AbstractInterruptibleChannel, SeekableByteChannel, GatheringByteChannel, ScatteringByteChannel
  static open(Path, Object...) FileChannel
Channels
  static newChannel(InputStream) ReadableByteChannel; static newChannel(OutputStream) WritableByteChannel
  static newInputStream(ReadableByteChannel) InputStream
  static newOutputStream(WritableByteChannel) OutputStream
package java.time
final Duration : TemporalAmount, Comparable<Duration>, Serializable
  static ofMillis(long) Duration; static ofSeconds(long) Duration; static ofMinutes(long) Duration
  static ofHours(long) Duration; static ofDays(long) Duration; toMillis() long; ZERO Duration
final Instant : Temporal, TemporalAdjuster, Comparable<Instant>, Serializable
  static now() Instant; static ofEpochMilli(long) Instant; static ofEpochSecond(long) Instant
  toEpochMilli() long; EPOCH Instant
final LocalDate : ChronoLocalDate, Serializable
  static now() LocalDate; static of(int, Object, int) LocalDate; plusDays(long) LocalDate
  minusDays(long) LocalDate; atStartOfDay() LocalDateTime
final LocalTime : Temporal, TemporalAdjuster, Comparable<LocalTime>, Serializable
  static now() LocalTime; MAX LocalTime; MIN LocalTime; MIDNIGHT LocalTime
final LocalDateTime : ChronoLocalDateTime<LocalDate>, Serializable
  static now() LocalDateTime; toLocalDate() LocalDate; toLocalTime() LocalTime
final ZonedDateTime : ChronoZonedDateTime<LocalDate>, Serializable
  static now() ZonedDateTime; toInstant() Instant; toLocalDateTime() LocalDateTime
final OffsetDateTime : Temporal, TemporalAdjuster, Comparable<OffsetDateTime>, Serializable
  static now() OffsetDateTime; toInstant() Instant
ZoneId : Serializable; final ZoneOffset : ZoneId, TemporalAccessor, TemporalAdjuster, Comparable<ZoneOffset>
package java.time.temporal
TemporalAccessor; Temporal : TemporalAccessor; TemporalAdjuster; TemporalAmount
package java.time.chrono
ChronoLocalDate : Temporal, TemporalAdjuster, Comparable<ChronoLocalDate>
  atTime(LocalTime) ChronoLocalDateTime<Object>
ChronoLocalDateTime<D> : Temporal, TemporalAdjuster, Comparable<ChronoLocalDateTime<Object>>
  atZone(ZoneId) ChronoZonedDateTime<Object>; toInstant(ZoneOffset) Instant
ChronoZonedDateTime<D> : Temporal, Comparable<ChronoZonedDateTime<Object>>
  toInstant() Instant
package javax.lang.model.element
final Modifier
  PUBLIC Modifier; PROTECTED Modifier; PRIVATE Modifier; ABSTRACT Modifier; DEFAULT Modifier
  STATIC Modifier; FINAL Modifier; SYNCHRONIZED Modifier
package java.security
MessageDigest
  static getInstance(String, Object...) MessageDigest; digest() byte[]; digest(byte[]) byte[]
package java.nio.charset
Charset
  name() String; displayName() String; static forName(String) Charset; static defaultCharset() Charset
StandardCharsets
  UTF_8 Charset; US_ASCII Charset; ISO_8859_1 Charset; UTF_16 Charset
package java.net
final URI : Comparable<URI>, Serializable
  static create(String) URI; toURL() URL; getHost() String; getPath() String
final URL : Serializable
  toURI() URI; openStream() InputStream; getHost() String; getPath() String
"""
