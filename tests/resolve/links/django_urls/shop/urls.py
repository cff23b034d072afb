from django.urls import include, path

from shop.cart import views

extra = [path("e/", views.index)]  # references shop/cart/views.py::index
urlpatterns = [
    path("cart/", include("shop.cart.urls")),
    path("x/", include(extra)),
    path("start/", views.Start.as_view()),  # references shop/cart/views.py::Start
]
