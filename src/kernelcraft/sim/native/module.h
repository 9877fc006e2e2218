/* The Python side of the extension: one function that runs, one that says what was compiled. */

#define MAX_ARRAYS 128

static PyObject *describe(PyObject *self, PyObject *unused)
{
  PyObject *result = PyDict_New();
  (void)self; (void)unused;
  for (int i = 0; result && i < INTERPRETERS; i++) {
    const struct interpreter *it = interpreters[i];
    PyObject *entry = Py_BuildValue("(ss)", it->digest, it->faults);
    if (!entry || PyDict_SetItemString(result, it->name, entry) < 0) Py_CLEAR(result);
    Py_XDECREF(entry);
  }
  return result;
}

/* run(name, arrays, sizes, parameters, code, ends, width, control, executions, charged, jumps,
   trace) -> status */
static PyObject *run(PyObject *self, PyObject *args)
{
  const char *name;
  PyObject *list;
  Py_buffer sizes, parameters, code, ends, control, executions, charged, jumps, trace;
  Py_buffer views[MAX_ARRAYS];
  void *arrays[MAX_ARRAYS];
  Py_ssize_t width, count, held = 0;
  int status = -1;
  (void)self;
  if (!PyArg_ParseTuple(args, "sOy*y*y*y*nw*w*w*w*w*", &name, &list, &sizes, &parameters, &code,
                        &ends, &width, &control, &executions, &charged, &jumps, &trace))
    return NULL;
  const struct interpreter *it = NULL;
  for (int i = 0; i < INTERPRETERS; i++)
    if (!strcmp(interpreters[i]->name, name)) it = interpreters[i];
  count = PyList_Size(list);
  if (!it || count < 0 || count > MAX_ARRAYS) {
    if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "no interpreter for %s", name);
  } else {
    for (; held < count; held++) {
      PyObject *array = PyList_GetItem(list, held);
      if (!array || PyObject_GetBuffer(array, &views[held], PyBUF_WRITABLE) < 0) break;
      arrays[held] = views[held].buf;
    }
    if (held == count) {
      int64_t rows = (int64_t)(code.len / (Py_ssize_t)sizeof(int32_t)) / width - 1;
      Py_BEGIN_ALLOW_THREADS
      status = it->run(arrays, sizes.buf, parameters.buf, code.buf, ends.buf, rows, width,
                       control.buf, executions.buf, charged.buf, jumps.buf, trace.buf,
                       trace.len / (Py_ssize_t)sizeof(int64_t));
      Py_END_ALLOW_THREADS
    }
    while (held > 0) PyBuffer_Release(&views[--held]);
  }
  PyBuffer_Release(&sizes); PyBuffer_Release(&parameters); PyBuffer_Release(&code);
  PyBuffer_Release(&ends); PyBuffer_Release(&control); PyBuffer_Release(&executions);
  PyBuffer_Release(&charged); PyBuffer_Release(&jumps); PyBuffer_Release(&trace);
  return PyErr_Occurred() ? NULL : PyLong_FromLong(status);
}

static PyMethodDef methods[] = {
  {"describe", describe, METH_NOARGS, "Interpreter name -> (source digest, fault sentences)."},
  {"run", run, METH_VARARGS, "Run one program; see kernelcraft.sim.native."},
  {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
  PyModuleDef_HEAD_INIT, MODULE_NAME, "Generated interpreters.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC MODULE_INIT(void) { return PyModule_Create(&definition); }
