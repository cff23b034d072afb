"""Routes of Rails, Sinatra, Laravel, Slim and Symfony."""

from __future__ import annotations

from tests.links.shown import endpoints


def test_rails():
    files = {
        "config/routes.rb": """\
Rails.application.routes.draw do
  root 'home#index'
  get '/z' => 'users#list'
  resources :users, only: [:index, :show] do
    get :posts, on: :member
    resources :comments, only: :create
    collection do
      get 'search'
    end
  end
  namespace :admin do
    resources :posts, except: [:destroy, :new, :edit, :update, :create]
    resource :profile, only: :show
  end
  scope '/api', module: 'api' do
    match 'm', to: 'm#n', via: [:get, :post]
  end
  %w[a b].each do |x|
    get x, to: 'users#show'
  end
end
""",
        "app/controllers/users_controller.rb": """\
class UsersController < ApplicationController
  def show; end
  def index; end
  def posts; end
end
""",
        "app/controllers/admin/posts_controller.rb": """\
module Admin
  class PostsController < ApplicationController
    def index; end
  end
end
""",
    }
    users, posts = "app/controllers/users_controller.rb", "app/controllers/admin/posts_controller.rb"
    assert endpoints(files) == [
        "GET / -> ",
        f"GET /z -> {users}::UsersController",  # it may inherit the method
        f"GET /users -> {users}::UsersController.index",
        f"GET /users/:id -> {users}::UsersController.show",
        f"GET /users/:id/posts -> {users}::UsersController.posts",
        "POST /users/:user_id/comments -> ",
        f"GET /users/search -> {users}::UsersController",
        f"GET /admin/posts -> {posts}::Admin.PostsController.index",
        f"GET /admin/posts/:id -> {posts}::Admin.PostsController",
        "GET /admin/profile -> ",
        "GET /api/m -> ",
        "POST /api/m -> ",
    ]


def test_sinatra():
    files = {
        "s.rb": """\
require 'sinatra/base'
class My < Sinatra::Base
  get '/s' do
    'x'
  end
  def helper; get('/no'); end
end
class Other
  get '/no' do
  end
end
"""
    }
    assert endpoints(files) == ["GET /s -> "]


def test_laravel_slim_and_symfony():
    files = {
        "routes/web.php": """\
<?php
use Illuminate\\Support\\Facades\\Route;
use App\\UserController;
Route::get('/x/{id}', [UserController::class, 'show'])->name('x');
Route::get('/inv', UserController::class);
Route::match(['get', 'post'], '/m', function () { return 1; });
Route::prefix('adm')->middleware('auth')->group(function () {
    Route::get('/a', [UserController::class, 'show']);
    Route::group(['prefix' => 'deep'], function () { Route::delete('d', [UserController::class, 'show']); });
});
Route::controller(UserController::class)->group(function () { Route::get('/o', 'show'); });
Other::get('/no', 'x');
""",
        "app/UserController.php": """\
<?php
namespace App;
use Symfony\\Component\\Routing\\Attribute\\Route;
class UserController {
    public function show($id) {}
    public function __invoke() {}
    #[Route('/sym')] public function sym() {}
}
""",
        "slim.php": """\
<?php
use Slim\\Factory\\AppFactory;
use Slim\\Routing\\RouteCollectorProxy;
$app = AppFactory::create();
$app->get('/z', function ($r) { });
$app->group('/g', function (RouteCollectorProxy $group) { $group->post('/p', \\App\\UserController::class); });
""",
    }
    controller = "app/UserController.php::UserController"
    assert endpoints(files) == [
        "ANY /sym -> UserController.sym",
        f"GET /x/{{id}} -> {controller}.show",
        f"GET /inv -> {controller}.__invoke",
        "GET /m -> func@1",
        "POST /m -> func@1",
        f"GET /adm/a -> {controller}.show",
        f"DELETE /d? -> {controller}.show",
        f"GET /o -> {controller}.show",
        "GET /z -> func@1",
        f"POST /g/p -> {controller}.__invoke",
    ]
