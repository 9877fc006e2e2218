#include "program.h"
struct node { int disc; struct node *below; };
struct peg { struct node *top; int size; };
static struct node nodes[64], *free_nodes;
static struct peg pegs[3];
static long moves;

ALONE static void push(struct peg *peg, int disc)
{
    struct node *node = free_nodes;
    free_nodes = node->below;
    node->disc = disc;
    node->below = peg->top;
    peg->top = node;
    peg->size++;
}

ALONE static int pop(struct peg *peg)
{
    struct node *node = peg->top;
    peg->top = node->below;
    peg->size--;
    node->below = free_nodes;
    free_nodes = node;
    return node->disc;
}

ALONE static void work(int n, struct peg *from, struct peg *over, struct peg *to)
{
    if (n == 1) {
        push(to, pop(from));
        moves++;
        return;
    }
    work(n - 1, from, to, over);
    work(1, from, over, to);
    work(n - 1, over, from, to);
}

ALONE static void prepare(void)
{
    for (int i = 0; i < 63; i++) nodes[i].below = &nodes[i + 1];
    nodes[63].below = 0;
    free_nodes = nodes;
    for (int i = 0; i < 3; i++) {
        pegs[i].top = 0;
        pegs[i].size = 0;
    }
    for (int disc = 7; disc > 0; disc--) push(&pegs[0], disc);
}

void kernel(int go) { if (go) work(7, &pegs[0], &pegs[1], &pegs[2]); else prepare(); }
