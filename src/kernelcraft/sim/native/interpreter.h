/* The fixed part of every generated interpreter: control block, dispatch, budgets, bundles. */
#ifndef KERNELCRAFT_INTERPRETER_H
#define KERNELCRAFT_INTERPRETER_H

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__)
#define KC_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define KC_CLONES
#endif

enum { FINISHED, STOPPED, FAULTED, INSTRUCTION_BUDGET, WATCHDOG, CYCLE_BUDGET };

/* Mirrored by CONTROL_WORDS in native.py. */
struct control {
  int64_t stop_at, max_instructions, max_cycles;            /* in */
  int64_t pc;                                               /* in: where to begin; out */
  int64_t instructions, cycles;                             /* in: what a run has had; out */
  int64_t fault, fault_value[4];                            /* out */
  int64_t traced_from;                                      /* in */
  int64_t traced, first_traced;                             /* in, out: rows of the trace */
  int64_t limit;                                            /* in: 0 or the last one's; out */
};

struct interpreter {
  const char *name, *digest, *faults;
  int (*run)(void **arrays, const int64_t *sizes, const int64_t *parameters, const int32_t *code,
             const uint8_t *ends, int64_t operations, int64_t width, struct control *control,
             int64_t *executions, int64_t *charged, int64_t *jumps, int64_t *trace,
             int64_t traced);
};

static inline int64_t kc_floor_divide(int64_t a, int64_t b)
{
  int64_t q = a / b;
  return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}

static inline int64_t kc_modulo(int64_t a, int64_t b)
{
  int64_t r = a % b;
  return r + ((r != 0) & ((r < 0) != (b < 0))) * b;
}

static inline int64_t kc_slot(int64_t bundle, int64_t depth, int64_t count)
{
  return (int64_t)((uint64_t)bundle % (uint64_t)depth) * count;
}

#include "pipeline.h"

#define KC_STATE                                                                              \
  const int64_t max_instructions = control->max_instructions;                                 \
  /* With a trace every instruction is examined. */                                           \
  const int64_t max_cycles = traced ? -1 : control->max_cycles, stop_at = control->stop_at;   \
  int64_t pc = 0, next = control->pc, fault = 0;                                              \
  int64_t instructions = control->instructions, cycles = control->cycles;                     \
  int64_t fault_value[4] = {0};                                                               \
  const int32_t *d = code;                                                                    \
  int status = FINISHED;                                                                      \
  int64_t drained = 0;                      /* 1 + instructions while what is late arrives */ \
  int64_t *row = 0;                         /* of the trace, of the bundle that is executed */ \
  struct frame shared = {.limit = control->limit ? control->limit : max_instructions,         \
                         .max_instructions = max_instructions,                                \
                         .operations = operations, .charged = charged, .jumps = jumps};       \
  struct frame *const frame = &shared;                                                        \
  (void)ends; (void)sizes; (void)parameters;

#define KC_BEGIN KC_STATE NEXT
#define KC_BEGIN_BUNDLED KC_BEGIN

/* What a body outside the interpreter shares with it. The body gives the next operation, or how
   else it ended. */
struct frame {
  int64_t limit;                                            /* instructions: budget or watchdog */
  int64_t cycles, next, fault, fault_value[4];              /* copies */
  int64_t max_instructions, operations;
  int64_t *charged, *jumps;
};

enum { BODY_LEFT = -1, BODY_FAULTED = -2 };

#define KC_OUTLINED(name)                                                                     \
  __attribute__((noinline)) int64_t name(struct state *s, struct frame *frame,                \
      const int32_t *d, const int64_t pc, int64_t next, const int64_t instructions)

#define KC_ENTER                                                                              \
  const int64_t max_instructions = frame->max_instructions, operations = frame->operations;   \
  int64_t cycles = frame->cycles, fault = 0;                                                  \
  int64_t *const charged = frame->charged, *const jumps = frame->jumps;                       \
  int64_t *const fault_value = frame->fault_value;                                            \
  (void)instructions; (void)max_instructions; (void)operations; (void)charged; (void)jumps;   \
  (void)fault_value;

#define KC_RETURN                                                                             \
  goto done;                                                                                  \
  leave: __attribute__((unused)); frame->next = next; next = BODY_LEFT; goto done;            \
  faulted: __attribute__((unused)); frame->fault = fault; next = BODY_FAULTED;                \
  done:                                                                                       \
    frame->cycles = cycles;                                                                   \
    return next;

#define KC_CALL(body)                                                                         \
  frame->cycles = cycles;                                                                     \
  next = body(s, frame, d, pc, next, instructions);                                           \
  cycles = frame->cycles;                                                                     \
  if (__builtin_expect(next < 0, 0)) {                                                        \
    if (next == BODY_LEFT) { next = frame->next; goto leave; }                                \
    fault = frame->fault;                                                                     \
    memcpy(fault_value, frame->fault_value, sizeof fault_value);                              \
    goto faulted;                                                                             \
  }

/* What a bundle spent by reason is what its operations have been charged with since it began. */
#define KC_SPENT(row, sign)                                                                   \
  for (int64_t place = (row)[0], more = 1; more; place++) {                                   \
    for (int64_t r = 0; r < KC_REASONS; r++)                                                  \
      (row)[2 + r] += sign charged[place * KC_REASONS + r];                                   \
    more = !ends[place];                                                                      \
  }

#define KC_ROW_ENDS                                                                           \
  if (row) {                                                                                  \
    KC_SPENT(row, +)                                                                          \
    kc_follow(s, row + 2 + KC_REASONS);                                                       \
    row = 0;                                                                                  \
  }

#define KC_ROW_BEGINS                                                                         \
  if (control->traced < traced && cycles >= control->traced_from) {                           \
    if (!control->traced) control->first_traced = instructions;                               \
    row = trace + control->traced++ * (2 + KC_REASONS + KC_FOLLOWED);                         \
    row[0] = pc;                                                                              \
    row[1] = cycles;                                                                          \
    KC_SPENT(row, -)                                                                          \
  }

/* One row of code follows the program: op_end. */
#define NEXT                                                                                  \
  {                                                                                           \
    pc = next;                                                                                \
    d = code + pc * width;                                                                    \
    if (__builtin_expect((instructions >= frame->limit) | (cycles >= max_cycles) |          \
                         (pc == stop_at), 0))                                                 \
      goto examine;                                                                           \
    instructions++;                                                                           \
    executions[pc]++;                                                                         \
    next = pc + 1;                                                                            \
    goto *labels[d[0]];                                                                       \
  }

#define BUNDLE_END                                                                            \
  {                                                                                           \
    if (ends[pc]) goto bundle_end;                                                            \
    pc++;                                                                                     \
    d = code + pc * width;                                                                    \
    executions[pc]++;                                                                         \
    if (next == pc) next = pc + 1;                                                            \
    goto *labels[d[0]];                                                                       \
  }

#define KC_DELAYED_JUMP                                                                       \
  if (s->pending_jump[0] && !--s->pending_jump[0]) jumps[pc] = next = s->pending_jump[1];

#define KC_FINISH                                                                             \
  op_end: instructions--; goto ended;                                                         \
  examine:                                                                                    \
    if (pc == operations) goto ended;                                                         \
    if (pc == stop_at) status = STOPPED;                                                      \
    else if (instructions >= max_instructions) status = INSTRUCTION_BUDGET;                   \
    else if (instructions >= frame->limit) status = WATCHDOG;                                 \
    else if (cycles >= control->max_cycles) status = CYCLE_BUDGET;                            \
    else {                                                                                    \
      KC_ROW_ENDS                                                                             \
      KC_ROW_BEGINS                                                                           \
      instructions++;                                                                         \
      executions[pc]++;                                                                       \
      next = pc + 1;                                                                          \
      goto *labels[d[0]];                                                                     \
    }                                                                                         \
    goto done;                                                                                \
  faulted: __attribute__((unused));                                                           \
    status = FAULTED;                                                                         \
    if (drained) instructions = drained - 1;                                                  \
  done:                                                                                       \
    KC_ROW_ENDS                                                                               \
    control->pc = pc; control->instructions = instructions; control->cycles = cycles;         \
    control->fault = fault; control->limit = frame->limit;                                    \
    memcpy(control->fault_value, fault_value, sizeof fault_value);                            \
    return status;

#endif
