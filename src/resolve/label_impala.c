/*
 * An expression as Impala prints it, which is what it calls a result column without an alias:
 *
 *     SELECT COUNT( DISTINCT b ), a+"x", SUM(a) OVER (PARTITION BY b)
 *     count(DISTINCT b)   a + 'x'   sum(a) OVER(...)
 *
 * Function names become lower case, operators and keywords upper case, with one space around them;
 * parentheses stay where they were written. What has no form of its own here keeps its text, squeezed.
 */
#include "resolve/label.h"
#include "sql.h"
#include "syntax/lexer.h"

typedef struct printer {
    cln_arena *arena;
    cln_buffer out;
    const cln_dialect *dialect;
    colline_text source;
} printer;

static void print(printer *p, const cln_node *node);

static void string(printer *p, const char *text)
{
    cln_buffer_add_string(p->arena, &p->out, text);
}

static void add(printer *p, colline_text text)
{
    cln_buffer_add(p->arena, &p->out, text);
}

static colline_text text_of(const printer *p, const cln_node *node)
{
    return cln_text_of(p->source.data + node->at.offset, node->at.length);
}

static void squeezed(printer *p, const cln_node *node)
{
    cln_add_squeezed(p->arena, &p->out, p->dialect, p->source, node->at, CLN_SQUEEZE_SPACES);
}

static void list(printer *p, const cln_list *nodes)
{
    for (uint32_t i = 0; i < cln_count(nodes); i++) {
        string(p, i > 0 ? ", " : "");
        print(p, nodes->items[i]);
    }
}

/* ---- Names and literals ------------------------------------------------------------------------------ */

static bool is_plain(colline_text name)
{
    for (uint32_t i = 0; i < name.length; i++) {
        char c = name.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
              (i > 0 && c >= '0' && c <= '9')))
            return false;
    }
    return name.length > 0;
}

static void name(printer *p, const cln_node *node)
{
    colline_text text = CLN_AS(name, node)->text;
    bool quoted = (node->flags & CLN_QUOTED) != 0 && !is_plain(text);

    string(p, quoted ? "`" : "");
    add(p, text);
    string(p, quoted ? "`" : "");
}

static void dotted(printer *p, const cln_list *names)
{
    for (uint32_t i = 0; i < cln_count(names); i++) {
        string(p, i > 0 ? "." : "");
        print(p, names->items[i]);
    }
}

/* "it's" is 'it\'s': the quotes are single ones, and what needs a backslash inside of them has it. */
static void string_literal(printer *p, colline_text text)
{
    bool twice = text.length >= 2 && text.data[0] == '"';

    if (!twice) {
        add(p, text);
        return;
    }
    string(p, "'");
    for (uint32_t i = 1; i + 1 < text.length; i++) {
        char c = text.data[i];
        if (c == '\\' && i + 2 < text.length) {
            c = text.data[++i];
            string(p, c == '"' ? "" : "\\");
        } else if (c == '\'') {
            string(p, "\\");
        }
        cln_buffer_add_char(p->arena, &p->out, c);
    }
    string(p, "'");
}

/* 04 is 4, .5 is 0.5 */
static void number_literal(printer *p, colline_text text)
{
    uint32_t i = 0;

    while (i + 1 < text.length && text.data[i] == '0' && text.data[i + 1] >= '0' && text.data[i + 1] <= '9')
        i++;
    string(p, text.length > 0 && text.data[0] == '.' ? "0" : "");
    add(p, cln_text_of(text.data + i, text.length - i));
}

/* The text of a literal inside of the parentheses around it: 1 of ( (1) ) */
static colline_text bare(const printer *p, const cln_node *node)
{
    colline_text text = text_of(p, node);

    while (text.length > 1 && (node->flags & CLN_PARENS) && strchr("( \t\r\n", text.data[0]) != NULL)
        text = cln_text_of(text.data + 1, text.length - 1);
    while (text.length > 1 && (node->flags & CLN_PARENS) &&
           strchr(") \t\r\n", text.data[text.length - 1]) != NULL)
        text.length--;
    return text;
}

static void literal(printer *p, const cln_node *node)
{
    switch (CLN_AS(literal, node)->literal) {
    case CLN_LITERAL_STRING: string_literal(p, bare(p, node)); break;
    case CLN_LITERAL_NUMBER: number_literal(p, bare(p, node)); break;
    case CLN_LITERAL_TYPED: add(p, bare(p, node)); break;
    default: add(p, cln_text_upper(p->arena, bare(p, node))); break;
    }
}

/* ---- Operators --------------------------------------------------------------------------------------- */

/* A token kind as Impala prints it: '+' and AND; != however it was written. */
static void operator_word(printer *p, uint32_t kind)
{
    const char *word = cln_token_name((uint16_t)kind);
    size_t length = strlen(word);

    if (kind == TK_NE)
        string(p, "!=");
    else if (kind == TK_DOUBLE_AMP)
        string(p, "AND");
    else if (kind == TK_NULL_EQ)
        string(p, "IS NOT DISTINCT FROM");
    else if (length > 2 && word[0] == '\'')
        add(p, cln_text_of(word + 1, length - 2));
    else
        add(p, cln_text_of(word, length));
}

static void operation(printer *p, const cln_operation_node *node)
{
    for (uint32_t i = 0; i < node->operands->count; i++) {
        if (i > 0) {
            string(p, " ");
            operator_word(p, node->ops[i - 1]);
            string(p, " ");
        }
        print(p, node->operands->items[i]);
    }
}

static bool is_number(const cln_node *node)
{
    return node->kind == CLN_LITERAL && (node->flags & CLN_PARENS) == 0 &&
           CLN_AS(literal, node)->literal == CLN_LITERAL_NUMBER;
}

/* (5!), not (!5): nothing but parentheses stands before the operand. */
static bool is_postfix(const printer *p, const cln_unary_node *node)
{
    uint32_t start = node->node.at.offset;

    return memchr(p->source.data + start, '!', node->operand->at.offset - start) == NULL;
}

/* -1 stays; -a is read as -1 * a */
static void unary(printer *p, const cln_unary_node *node)
{
    switch (node->op) {
    case TK_MINUS:
        string(p, is_number(node->operand) ? "-" : "-1 * ");
        print(p, node->operand);
        break;
    case TK_PLUS: print(p, node->operand); break;
    case TK_TILDE:
        string(p, "~");
        print(p, node->operand);
        break;
    case TK_BANG:
        if (is_postfix(p, node)) {
            print(p, node->operand);
            string(p, "!");
            break;
        }
        string(p, "NOT ");
        print(p, node->operand);
        break;
    default:
        operator_word(p, node->op);
        string(p, " ");
        print(p, node->operand);
        break;
    }
}

static void between(printer *p, const cln_between_node *node)
{
    print(p, node->subject);
    string(p, node->node.flags & CLN_NOT ? " NOT BETWEEN " : " BETWEEN ");
    print(p, node->low);
    string(p, " AND ");
    print(p, node->high);
}

/* a NOT LIKE b is the negation of a LIKE b: NOT a LIKE b */
static void like(printer *p, const cln_like_node *node)
{
    string(p, node->node.flags & CLN_NOT ? "NOT " : "");
    print(p, node->subject);
    string(p, " ");
    operator_word(p, node->op);
    string(p, " ");
    print(p, node->pattern);
}

/* a IS NOT NULL, a IS DISTINCT FROM b; a IS TRUE is the function istrue(a) */
static void is(printer *p, const cln_is_node *node)
{
    const char *negated = node->node.flags & CLN_NOT ? "NOT " : "";
    uint32_t literal =
        cln_node_is(node->object, CLN_LITERAL) ? CLN_AS(literal, node->object)->literal : CLN_LITERAL_STRING;

    if (node->op != TK_DISTINCT && (literal == CLN_LITERAL_TRUE || literal == CLN_LITERAL_FALSE)) {
        string(p, *negated != '\0' ? "isnot" : "is");
        string(p, literal == CLN_LITERAL_TRUE ? "true(" : "false(");
        print(p, node->subject);
        string(p, ")");
        return;
    }
    print(p, node->subject);
    string(p, " IS ");
    string(p, negated);
    if (node->op == TK_DISTINCT)
        string(p, "DISTINCT FROM ");
    if (node->op != TK_DISTINCT && (node->object == NULL || literal == CLN_LITERAL_UNKNOWN))
        string(p, "NULL");
    else
        print(p, node->object);
}

static void in(printer *p, const cln_in_node *node)
{
    bool parentheses = node->query == NULL || text_of(p, node->query).data[0] != '(';

    print(p, node->subject);
    string(p, node->node.flags & CLN_NOT ? " NOT IN " : " IN ");
    string(p, parentheses ? "(" : "");
    if (node->query != NULL)
        squeezed(p, node->query);
    else
        list(p, node->values);
    string(p, parentheses ? ")" : "");
}

static void case_when(printer *p, const cln_case_node *node)
{
    string(p, "CASE");
    if (node->operand != NULL) {
        string(p, " ");
        print(p, node->operand);
    }
    for (uint32_t i = 0; i < cln_count(node->whens); i++) {
        const cln_when_node *when = CLN_AS(when, node->whens->items[i]);
        string(p, " WHEN ");
        print(p, when->condition);
        string(p, " THEN ");
        print(p, when->result);
    }
    if (node->otherwise != NULL) {
        string(p, " ELSE ");
        print(p, node->otherwise);
    }
    string(p, " END");
}

/* ---- Types ------------------------------------------------------------------------------------------- */

static void type(printer *p, const cln_node *node)
{
    const cln_type_node *type_node = CLN_AS(type, node);

    if (type_node->fields != NULL ||
        (cln_count(type_node->arguments) > 0 && type_node->arguments->items[0]->kind == CLN_TYPE)) {
        cln_add_squeezed(p->arena, &p->out, p->dialect, p->source, node->at,
                         CLN_SQUEEZE_UPPER | CLN_SQUEEZE_TIGHT);
        return;
    }
    if (cln_text_equal_nocase(type_node->text, CLN_TEXT("integer")))
        string(p, "INT");
    else
        add(p, cln_text_upper(p->arena, type_node->text));
    for (uint32_t i = 0; i < cln_count(type_node->arguments); i++) {
        string(p, i == 0 ? "(" : ",");
        print(p, type_node->arguments->items[i]);
    }
    if (cln_count(type_node->arguments) == 1 && cln_text_equal_nocase(type_node->text, CLN_TEXT("decimal")))
        string(p, ",0");
    string(p, cln_count(type_node->arguments) > 0 ? ")" : "");
}

static void cast(printer *p, const cln_cast_node *node)
{
    string(p, "CAST(");
    print(p, node->operand);
    string(p, " AS ");
    print(p, node->type);
    if (node->format != NULL) {
        string(p, " FORMAT ");
        print(p, node->format);
    }
    string(p, ")");
}

/* ---- Calls ------------------------------------------------------------------------------------------- */

static bool is_unit(const cln_node *node)
{
    return node->kind == CLN_LITERAL && CLN_AS(literal, node)->literal == CLN_LITERAL_UNIT;
}

static bool has_interval(const cln_call_node *call)
{
    for (uint32_t i = 0; i < cln_count(call->arguments); i++)
        if (call->arguments->items[i]->kind == CLN_INTERVAL)
            return true;
    return false;
}

/* db.fn; date_add(x, INTERVAL 1 DAY) is a form of its own and printed in capitals */
static void call_name(printer *p, const cln_call_node *call)
{
    uint32_t start = p->out.count;
    bool upper = has_interval(call);

    dotted(p, call->name);
    for (uint32_t i = start; i < p->out.count; i++) {
        char c = p->out.items[i];
        if (upper && c >= 'a' && c <= 'z')
            p->out.items[i] = (char)(c - ('a' - 'A'));
        else if (!upper && c >= 'A' && c <= 'Z')
            p->out.items[i] = (char)(c + ('a' - 'A'));
    }
}

/* fn(a, b), without what makes it a window function */
static void plain_call(printer *p, const cln_call_node *call)
{
    const cln_list *arguments = call->arguments;

    if (cln_count(arguments) == 2 && is_unit(arguments->items[1])) { /* extract(year FROM x) */
        string(p, "EXTRACT(");
        add(p, cln_text_upper(p->arena, text_of(p, arguments->items[1])));
        string(p, " FROM ");
        print(p, arguments->items[0]);
        string(p, ")");
        return;
    }
    call_name(p, call);
    string(p, "(");
    string(p, call->node.flags & CLN_DISTINCT ? "DISTINCT " : "");
    list(p, arguments);
    string(p, call->node.flags & CLN_NULLS_IGNORED ? " IGNORE NULLS" : "");
    string(p, ")");
}

static void window(printer *p, const cln_node *node)
{
    const cln_window_node *window_node;
    bool space = false;

    if (node->kind != CLN_WINDOW) { /* OVER w */
        squeezed(p, node);
        return;
    }
    window_node = CLN_AS(window, node);
    string(p, "(");
    if (window_node->partition != NULL) {
        string(p, "PARTITION BY ");
        list(p, window_node->partition);
        space = true;
    }
    if (window_node->order != NULL) {
        string(p, space ? " ORDER BY " : "ORDER BY ");
        list(p, window_node->order);
        space = true;
    }
    if (window_node->frame != NULL) {
        string(p, space ? " " : "");
        cln_add_squeezed(p->arena, &p->out, p->dialect, p->source, window_node->frame->at, CLN_SQUEEZE_UPPER);
    }
    string(p, ")");
}

static void order_item(printer *p, const cln_order_item_node *node)
{
    print(p, node->value);
    string(p, node->node.flags & CLN_DESCENDING ? " DESC" : " ASC");
    string(p, node->node.flags & CLN_NULLS_FIRST ? " NULLS FIRST" : "");
    string(p, node->node.flags & CLN_NULLS_LAST ? " NULLS LAST" : "");
}

static void call(printer *p, const cln_call_node *node)
{
    plain_call(p, node);
    if (node->window == NULL)
        return;
    string(p, " OVER ");
    window(p, node->window);
}

static void interval(printer *p, const cln_interval_node *node)
{
    string(p, "INTERVAL ");
    print(p, node->value);
    if (node->unit != NULL) {
        string(p, " ");
        squeezed(p, node->unit);
    }
}

/* ---- Expressions ------------------------------------------------------------------------------------- */

/* Prints the forms that have one here, without the parentheses around them; false for the others. */
static bool print_form(printer *p, const cln_node *node)
{
    switch (node->kind) {
    case CLN_NAME: name(p, node); break;
    case CLN_LITERAL: literal(p, node); break;
    case CLN_COLUMN: dotted(p, CLN_AS(column, node)->parts); break;
    case CLN_OPERATION: operation(p, CLN_AS(operation, node)); break;
    case CLN_UNARY: unary(p, CLN_AS(unary, node)); break;
    case CLN_BETWEEN: between(p, CLN_AS(between, node)); break;
    case CLN_LIKE: like(p, CLN_AS(like, node)); break;
    case CLN_IS: is(p, CLN_AS(is, node)); break;
    case CLN_IN: in(p, CLN_AS(in, node)); break;
    case CLN_CASE: case_when(p, CLN_AS(case, node)); break;
    case CLN_CAST: cast(p, CLN_AS(cast, node)); break;
    case CLN_TYPE: type(p, node); break;
    case CLN_CALL: call(p, CLN_AS(call, node)); break;
    case CLN_ORDER_ITEM: order_item(p, CLN_AS(order_item, node)); break;
    case CLN_INTERVAL: interval(p, CLN_AS(interval, node)); break;
    default: return false;
    }
    return true;
}

/* fn(x) FILTER (WHERE c) and such are no SQL of Impala's. */
static bool is_foreign(const cln_node *node)
{
    const cln_call_node *call;

    if (node->kind != CLN_CALL)
        return false;
    call = CLN_AS(call, node);
    return call->filter != NULL || call->within_group != NULL || call->order_by != NULL ||
           call->parameters != NULL;
}

static void print(printer *p, const cln_node *node)
{
    uint32_t start = p->out.count;
    bool parentheses;

    if (node == NULL)
        return;
    parentheses = (node->flags & CLN_PARENS) != 0;
    string(p, parentheses ? "(" : "");
    if (!is_foreign(node) && print_form(p, node)) {
        string(p, parentheses ? ")" : "");
        return;
    }
    p->out.count = start; /* the text has its parentheses */
    squeezed(p, node);
}

colline_text cln_impala_label(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                              const cln_node *expression)
{
    printer p = { arena, { NULL, 0, 0 }, dialect, source };

    if (expression->kind == CLN_CALL && CLN_AS(call, expression)->window != NULL) { /* in parentheses, too */
        plain_call(&p, CLN_AS(call, expression));
        string(&p, " OVER(...)");
    } else {
        print(&p, expression);
    }
    return cln_buffer_text(arena, &p.out);
}
