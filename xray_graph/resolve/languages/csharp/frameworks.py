"""What is known of what stands on the .NET library: databases, HTTP, services, test doubles.

A program's own services come out of a container and its own extensions hang on these types, so they pass
through here. How the text reads says `nominal.library`. Extension methods stand on the type that they
extend. Called by `library`.
"""

from __future__ import annotations

from typing import Final

FRAMEWORKS: Final = """
package System.Data
IDataParameter; IDbDataParameter : IDataParameter; DataTable; DataSet
IDataParameterCollection : System.Collections.IList
IDbTransaction : IDisposable
  Commit(); Rollback(); Connection IDbConnection
IDbConnection : IDisposable
  Open(); Close(); ConnectionString string; Database string; CreateCommand() IDbCommand
  ChangeDatabase(string); BeginTransaction(Object...) IDbTransaction
IDbCommand : IDisposable
  ExecuteNonQuery() int; ExecuteReader(Object...) IDataReader; ExecuteScalar() Object; Prepare(); Cancel()
  CreateParameter() IDbDataParameter; CommandText string; Connection IDbConnection
  Parameters IDataParameterCollection; Transaction IDbTransaction
IDataRecord
  GetString(int) string; GetValue(int) Object; GetInt32(int) int; IsDBNull(int) bool; GetName(int) string
  GetOrdinal(string) int; FieldCount int; GetFieldType(int) Type; Item(int) Object; GetValues(Object[]) int
IDataReader : IDataRecord, IDisposable
  Read() bool; NextResult() bool; Close(); GetSchemaTable() DataTable
package System.Data.Common
DbTransaction : IDbTransaction; DbParameter : IDbDataParameter
DbConnection : IDbConnection
  OpenAsync(Object...) Task; CloseAsync() Task; CreateCommand() DbCommand; GetSchema(Object...) DataTable
  BeginTransaction(Object...) DbTransaction; ServerVersion string; DataSource string; Dispose(Object...)
DbCommand : IDbCommand
  ExecuteNonQueryAsync(Object...) Task<int>; ExecuteScalarAsync(Object...) Task<Object>; Dispose(Object...)
  ExecuteReader(Object...) DbDataReader; ExecuteReaderAsync(Object...) Task<DbDataReader>
  CreateParameter() DbParameter
DbDataReader : IDataReader
  ReadAsync(Object...) Task<bool>; NextResultAsync(Object...) Task<bool>; Dispose(Object...)
  <S> GetFieldValue(int) S
package System.Data.SqlClient
SqlConnection : DbConnection
package Microsoft.Data.SqlClient
SqlConnection : DbConnection
package Microsoft.Data.Sqlite
SqliteConnection : DbConnection
package Npgsql
NpgsqlConnection : DbConnection
package System.Net.Http
HttpContent : IDisposable
  ReadAsStringAsync(Object...) Task<string>; ReadAsByteArrayAsync(Object...) Task<byte[]>
  ReadAsStreamAsync(Object...) Task<Stream>; <S> ReadFromJsonAsync(Object...) Task<S>
ByteArrayContent : HttpContent; StringContent : ByteArrayContent; FormUrlEncodedContent : ByteArrayContent
HttpMessageHandler : IDisposable; DelegatingHandler : HttpMessageHandler
HttpClientHandler : HttpMessageHandler
HttpRequestMessage : IDisposable
  Content HttpContent; RequestUri Uri
HttpResponseMessage : IDisposable
  Content HttpContent; EnsureSuccessStatusCode() HttpResponseMessage; IsSuccessStatusCode bool
HttpClient : IDisposable
  GetAsync(Object...) Task<HttpResponseMessage>; PostAsync(Object...) Task<HttpResponseMessage>
  PutAsync(Object...) Task<HttpResponseMessage>; DeleteAsync(Object...) Task<HttpResponseMessage>
  SendAsync(Object...) Task<HttpResponseMessage>; GetStringAsync(Object...) Task<string>
  <S> GetFromJsonAsync(Object...) Task<S>; PatchAsync(Object...) Task<HttpResponseMessage>
package Microsoft.Extensions.DependencyInjection
ServiceDescriptor
IServiceCollection : IList<ServiceDescriptor>
  AddSingleton(Func<IServiceProvider,Object>) IServiceCollection
  AddScoped(Func<IServiceProvider,Object>) IServiceCollection
  AddTransient(Func<IServiceProvider,Object>) IServiceCollection
  <O> Configure(Action<O>) IServiceCollection; BuildServiceProvider(Object...) ServiceProvider
ServiceCollection : IServiceCollection
ServiceProvider : IServiceProvider, IDisposable
IServiceScope : IDisposable
  ServiceProvider IServiceProvider
IServiceScopeFactory
  CreateScope() IServiceScope
package Microsoft.Extensions.Configuration
IConfigurationRoot : IConfiguration; ConfigurationManager : IConfigurationRoot
IConfiguration
  GetSection(string) IConfigurationSection; GetRequiredSection(string) IConfigurationSection
  <S> GetValue(string, Object...) S; GetConnectionString(string) string; Item(string) string; <S> Get() S
IConfigurationSection : IConfiguration
  Value string; Key string; Path string
package Microsoft.Extensions.Hosting
IHost : IDisposable
  Services IServiceProvider
package Microsoft.AspNetCore.Routing
IEndpointRouteBuilder
  ServiceProvider IServiceProvider
package Microsoft.AspNetCore.Builder
IApplicationBuilder
  ApplicationServices IServiceProvider
WebApplication : IHost, IApplicationBuilder, IEndpointRouteBuilder
  static CreateBuilder(Object...) WebApplicationBuilder; Configuration IConfiguration
WebApplicationBuilder
  Services IServiceCollection; Configuration ConfigurationManager; Build() WebApplication
package Microsoft.EntityFrameworkCore
DbContext : IDisposable
  SaveChanges(Object...) int; SaveChangesAsync(Object...) Task<int>; <S> Set() DbSet<S>
DbSet<T> : IQueryable<T>
  Find(Object...) T; FindAsync(Object...) ValueTask<T>
ModelBuilder
  Entity(string, Action<EntityTypeBuilder>) ModelBuilder; HasAnnotation(Object...) ModelBuilder
  <S> Entity(Action<EntityTypeBuilder>) ModelBuilder
package Microsoft.EntityFrameworkCore.Metadata.Builders
EntityTypeBuilder
  OwnsOne(string, string, Action<OwnedNavigationBuilder>) EntityTypeBuilder
OwnedNavigationBuilder
package Microsoft.EntityFrameworkCore.Migrations
MigrationBuilder
package Microsoft.Extensions.Options
IOptions<T>
  Value T
IOptionsSnapshot<T> : IOptions<T>
IOptionsMonitor<T>
  CurrentValue T; Get(string) T
package AutoMapper
IMapperBase
  <S> Map(Object, Object...) S
IMapper : IMapperBase
package System.Text.Json
JsonSerializer
  static <S> Deserialize(Object, Object...) S
package Newtonsoft.Json
JsonConvert
  static <S> DeserializeObject(Object, Object...) S
package AutoFixture
IFixture
  <S> Create() S; <S> CreateMany(Object...) IEnumerable<S>
Fixture : IFixture
package Xunit
TheoryData<A,B,C,D,E,F,G,H>
  Add(A); Add(A, B); Add(A, B, C); Add(A, B, C, D); Add(A, B, C, D, E); Add(A, B, C, D, E, F)
  Add(A, B, C, D, E, F, G); Add(A, B, C, D, E, F, G, H)
Assert
  static <S> Throws(Object...) S; static <S> ThrowsAsync(Object...) Task<S>; static <S> IsType(Object...) S
  static <S> ThrowsAny(Object...) S; static <S> ThrowsAnyAsync(Object...) Task<S>
  static <S> IsAssignableFrom(Object...) S
Record
  static Exception(Object) Exception; static ExceptionAsync(Object) Task<Exception>
package NUnit.Framework
Assert
  static <S> Throws(Object...) S; static <S> ThrowsAsync(Object...) S; static <S> Catch(Object...) S
package Microsoft.VisualStudio.TestTools.UnitTesting
Assert
  static <S> ThrowsException(Object...) S; static <S> ThrowsExceptionAsync(Object...) Task<S>
  static <S> ThrowsExactly(Object...) S; static <S> ThrowsExactlyAsync(Object...) Task<S>
package Shouldly
Should
  static <S> Throw(Object...) S; static <S> ThrowAsync(Object...) Task<S>
package Autofac
IComponentContext
  <S> Resolve(Object...) S; <S> ResolveNamed(Object...) S; <S> ResolveKeyed(Object...) S
ILifetimeScope : IComponentContext; IContainer : ILifetimeScope
package Lamar
IServiceContext
  <S> GetInstance(Object...) S; <S> GetAllInstances() IReadOnlyList<S>
IContainer : IServiceContext; Container : IServiceContext
package WireMock.Server
WireMockServer : IDisposable
  Url string; Urls string[]; Port int; static Start(Object...) WireMockServer
package Moq
Mock<T>
  Object T; Setup(Func<T,Object>) ISetup; SetupGet(Func<T,Object>) ISetup; Verify(Func<T,Object>, Object...)
  VerifyGet(Func<T,Object>, Object...)
package NSubstitute
Substitute
  static <S> For(Object...) S
"""
# Extensions of any type that give back what they are called on, by their namespace.
SAME: Final = {
    "NSubstitute": frozenset(
        {"Received", "ReceivedWithAnyArgs", "DidNotReceive", "DidNotReceiveWithAnyArgs", "Configure"}
    )
}
