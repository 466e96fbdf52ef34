package io.corebound.microbench.shuffle;

import io.corebound.microbench.OneLineException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.nio.NioEventLoopGroup;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.apache.hadoop.mapred.ShuffleHandler;

/**
 * Keeps Hadoop's {@link ShuffleHandler} to 127.0.0.1. It binds to all addresses, and no version of
 * Hadoop has a setting for that. Nothing else of it is changed: between its initialization and its
 * start, the object by which it opens its socket, a private field, is replaced by one that changes
 * the address.
 */
final class LoopbackBinding {
  /** Since Hadoop 3.4 (HADOOP-15327): netty 4's group that accepts connections. */
  private static final String NETTY_4_FIELD = "bossGroup";

  /** Up to Hadoop 3.3: netty 3's factory of sockets. */
  private static final String NETTY_3_FIELD = "selector";

  private LoopbackBinding() {}

  /** Makes a handler listen on 127.0.0.1 only. */
  static void prepare(ShuffleHandler handler) {
    try {
      Field netty4 = field(NETTY_4_FIELD);
      if (netty4 == null) {
        Field netty3 = field(NETTY_3_FIELD);
        netty3.set(handler, loopbackFactory(netty3.get(handler), netty3.getType()));
      } else {
        ((NioEventLoopGroup) netty4.get(handler)).shutdownGracefully();
        netty4.set(handler, new LoopbackGroup());
      }
    } catch (ReflectiveOperationException | NullPointerException | ClassCastException e) {
      throw new OneLineException(
          "the ShuffleHandler of this Hadoop opens its socket in an unknown way ("
              + e
              + "), so it cannot be kept to 127.0.0.1; leave the suites shuffle and task out");
    }
  }

  private static Field field(String name) {
    try {
      Field field = ShuffleHandler.class.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      return null;
    }
  }

  private static SocketAddress loopback(SocketAddress address) {
    return new InetSocketAddress(
        InetAddress.getLoopbackAddress(), ((InetSocketAddress) address).getPort());
  }

  /** Puts a handler into each listening socket's pipeline that changes the address it binds to. */
  private static final class LoopbackGroup extends NioEventLoopGroup {
    LoopbackGroup() {
      super(1);
    }

    @Override
    public ChannelFuture register(Channel channel) {
      channel
          .pipeline()
          .addFirst(
              new ChannelOutboundHandlerAdapter() {
                @Override
                public void bind(
                    ChannelHandlerContext context, SocketAddress address, ChannelPromise promise) {
                  context.bind(loopback(address), promise);
                }
              });
      return super.register(channel);
    }
  }

  /**
   * Netty 3's factory, but before it makes a listening socket, the address in {@code
   * ServerBootstrap}'s own handler, the first of the socket's pipeline, is changed.
   */
  private static Object loopbackFactory(Object factory, Class<?> type)
      throws ReflectiveOperationException {
    Class<?> server =
        Class.forName(
            "org.jboss.netty.channel.socket.ServerSocketChannelFactory",
            false,
            type.getClassLoader());
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {server},
        (proxy, method, arguments) -> {
          if (method.getName().equals("newChannel")) {
            changeAddress(arguments[0]);
          }
          return invoke(method, factory, arguments);
        });
  }

  private static void changeAddress(Object pipeline) throws ReflectiveOperationException {
    Object binder =
        Class.forName(
                "org.jboss.netty.channel.ChannelPipeline",
                false,
                pipeline.getClass().getClassLoader())
            .getMethod("getFirst")
            .invoke(pipeline);
    Field address = binder.getClass().getDeclaredField("localAddress");
    address.setAccessible(true);
    address.set(binder, loopback((SocketAddress) address.get(binder)));
  }

  private static Object invoke(Method method, Object target, Object... arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
