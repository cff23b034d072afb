using System;
using System.Threading.Tasks;

namespace Lambdas
{
    class Post
    {
        public void Send() { }

        public Task SendLater() => null;

        public Task<int> CountLater() => null;

        public int Count() => 1;

        public string Name() => "";
    }

    class Jobs
    {
        public static void Run<T>(Action<T> work) { }

        public static void Run<T>(Func<T, Task> work) { }

        public static void Later(Func<Post, Task<int>> work) { }

        public static void Later(Func<Post, Task> work) { }

        public static void Go(Action work) { }

        public static void Go(Func<Task> work) { }

        public void With(Func<Post, int> of) { }

        public void With(Func<Post, string> of) { }

        public void Either(Action<Post> one) { }

        public void Either(Action<Jobs> one) { }

        public void Told(Action<Post> one) { }

        public void Told(Action<Post, int> one) { }
    }

    class Use
    {
        void All(Jobs jobs)
        {
            Jobs.Run<Post>(post => post.Send()); // -> ::Jobs.Run(Action), ::Post.Send
            Jobs.Run<Post>(post => post.SendLater()); // -> ::Jobs.Run(Func), ::Post.SendLater
            Jobs.Run<Post>(post => post.Count()); // -> ::Jobs.Run(Action), ::Post.Count
            Jobs.Run<Post>(post => { post.Send(); }); // -> ::Jobs.Run(Action), ::Post.Send
            Jobs.Run<Post>(async post => await post.SendLater()); // -> ::Post.SendLater
            Jobs.Later(post => post.CountLater()); // -> ::Jobs.Later(Func), ::Post.CountLater
            Jobs.Later(post => post.SendLater()); // -> ::Jobs.Later(Func)~2, ::Post.SendLater
            Jobs.Go(() => new Post().Count()); // -> ::Jobs.Go(Action), ::Post, ::Post.Count
            Jobs.Go(() => new Post().SendLater()); // -> ::Jobs.Go(Func), ::Post, ::Post.SendLater
            jobs.With(post => post.Count()); // -> ::Jobs.With(Func), ::Post.Count
            jobs.With(post => post.Name()); // -> ::Jobs.With(Func)~2, ::Post.Name
            jobs.Either(one => one.Send()); // -> nothing
            jobs.Either((Post one) => one.Send()); // -> ::Jobs.Either(Action), ::Post.Send
            jobs.Either((Jobs one) => one.With(null)); // -> ::Jobs.Either(Action)~2
            Action<Post, int> two = null;
            jobs.Told(two); // -> ::Jobs.Told(Action)~2
        }

        Post Made(bool is_one) => is_one ? new() : null; // -> ::Post

        Post Of(int many) => many switch { 1 => new(), _ => null }; // -> ::Post

        Post[] Two() { return [new(), new()]; } // -> ::Post

        void Switched(int many, Post post)
        {
            var one = many switch { 1 => post, _ => throw new Exception() };
            one.Send(); // -> ::Post.Send
        }
    }
}

class Thrown
{
    void Do(Action step) { }

    void Do(Func<int> step) { }

    void Give(Action step) { }

    void Give<T>(Func<T> step) { }

    void Take(string one) { }

    void Take(Type one) { }

    void Hold(object one) { }

    T Hold<T>(T? one) where T : struct => default;

    void All()
    {
        Do(() => throw new Exception()); // -> ::Thrown.Do(Func)
        Do(() => { throw new Exception(); }); // -> ::Thrown.Do(Func)
        Give(() => throw new Exception()); // -> ::Thrown.Give(Action)
        Take(nameof(All)); // -> ::Thrown.Take(string)
        Hold(null); // -> ::Thrown.Hold(object)
    }
}
