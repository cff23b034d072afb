from django.urls import path

from . import views

urlpatterns = [
    path("<int:id>/", views.index),  # references shop/cart/views.py::index
]
