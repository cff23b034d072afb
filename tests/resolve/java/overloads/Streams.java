package shop;

import static javax.lang.model.element.Modifier.PUBLIC;

import com.google.common.collect.ImmutableCollection;
import java.io.BufferedOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.chrono.ChronoLocalDate;
import java.util.Collection;
import javax.lang.model.element.Modifier;
import org.outside.Source;

class Streams {
    void copy(InputStream from) { }

    void copy(OutputStream to) { }

    void copy(ReadableByteChannel to) { }

    void since(Instant when) { }

    void since(ChronoLocalDate when) { }

    void name(Class<?> of) { }

    void name(String of) { }

    void mark(Collection<Modifier> all) { }

    void mark(Modifier... all) { }

    void build(ImmutableCollection<Source> all) { }

    void build(Source... all) { }

    void all(Path path, FileChannel channel, Method method, Source one) throws Exception {
        copy(Files.newInputStream(path));                             // -> ::Streams.copy(InputStream)
        copy(new BufferedOutputStream(Files.newOutputStream(path)));  // -> ::Streams.copy(OutputStream)
        copy(channel);                                                // -> ::Streams.copy(ReadableByteChannel)
        since(Instant.now());                                         // -> ::Streams.since(Instant)
        since(LocalDate.now());                                       // -> ::Streams.since(ChronoLocalDate)
        name(method.getDeclaringClass());                             // -> ::Streams.name(Class)
        name(System.getProperty("a"));                                // -> ::Streams.name(String)
        mark(PUBLIC);                                                 // -> ::Streams.mark(Modifier[])
        build(one);                                                   // -> ::Streams.build(Source[])
    }
}
