<?php
namespace App;

use Lib\{Around, Child, Half, Magic, Manager, Model, Outside, Round1, Round2, Store_, Told};

function used(Model $model, Magic $magic, Manager $manager)
{
    $model->where('a');                   // -> lib.php::Query.where
    $model->all()->size();                // -> lib.php::Query.all, lib.php::Rows.size
    $model->get();                        // -> lib.php::Model.get
    $model->where('a')->limit(1)->all();  // -> lib.php::Query.where, lib.php::Query.limit, lib.php::Query.all
    $model->where('a')->get();            // -> lib.php::Query.where
    $model->secret();                    // -> nothing
    $model->near();                      // -> nothing
    $model->where('a')->with('b');        // -> lib.php::Query.where
    $model->missing();                    // -> nothing
    Model::where('a');                    // -> lib.php::Query.where
    $manager->put('a')->show();           // -> lib.php::Store.put dynamic, lib.php::Row.show

    $magic->row->show();                  // -> lib.php::Row.show
    $magic->rows->first();                // -> lib.php::Rows.first
    $magic->last->show();                 // -> lib.php::Row.show
    $magic->own->show();                  // -> lib.php::Row.show
    $magic->none->show();                 // -> nothing
}

function facades()
{
    Store_::store()->put('a');            // -> lib.php::Manager.store, lib.php::Store.put dynamic
    Store_::put('a')->show();             // -> lib.php::Store.put dynamic, lib.php::Row.show
    Store_::alone()->show();              // -> lib.php::Row.show
    Store_::itself()->alone()->show();    // -> lib.php::Row.show
    Store_::made()->alone()->show();      // -> lib.php::Row.show
    Store_::bare();                       // -> nothing
    Store_::both()->show();               // -> lib.php::Row.show
    Store_::real()->show();               // -> lib.php::Facade.real, lib.php::Row.show
    Store_::unclosed();                   // -> nothing
    Child::put('a')->show();              // -> lib.php::Store.put dynamic, lib.php::Row.show
    Child::itself()->alone()->show();     // -> lib.php::Row.show
}

function outside(Outside $outside, Half $half, Told $told, Round1 $one, Round2 $two, Around $around)
{
    $outside->anything();                 // -> nothing
    $half->where('a');                    // -> nothing
    $told->told()->show();                // -> lib.php::Row.show
    $one->here()->show();                 // -> lib.php::Round2.here, lib.php::Row.show
    $two->missing();                      // -> nothing
    $around->all();                       // -> lib.php::Query.all
}
