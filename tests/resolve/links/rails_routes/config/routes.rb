Rails.application.routes.draw do
  get '/all', to: 'users#index' # references app/controllers/users_controller.rb::UsersController.index [declared-key]
  resources :users, only: [:show] # references app/controllers/users_controller.rb::UsersController [declared-key]
end
