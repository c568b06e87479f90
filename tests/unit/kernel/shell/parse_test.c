/* SPDX-License-Identifier: MIT */
/* The shell's parser: what is written, and the tree that comes of it, printed with brackets. */
#include "tests/unit/unit.h"

#include "kernel/shell/syntax.h"
#include "lib/printf.h"
#include "lib/string.h"

static char printed[65536];
static size_t printed_bytes;

static void put(const char *text)
{
	printed_bytes +=
		snprintf(printed + printed_bytes, sizeof(printed) - printed_bytes, "%s", text);
}

static void print_list(const struct shell_pipeline *list);

static void print_redirect(const struct shell_redirect *redirect)
{
	static const char *const signs[] = {"<", ">", ">>", ">&", "&>"};
	char text[32];

	snprintf(text, sizeof(text), " %d%s", redirect->fd, signs[redirect->kind]);
	put(text);
	put(redirect->target.raw);
}

static void print_node(const struct shell_node *node)
{
	static const char *const kinds[] = {"", "if ", "while ", "until ", "for ", "{", "("};

	put("[");
	put(kinds[node->kind]);
	if (node->name)
		put(node->name);
	for (const struct shell_word *word = node->words; word; word = word->next) {
		put(word == node->words && !node->name ? "" : " ");
		put(word->raw);
	}
	if (node->condition)
		print_list(node->condition);
	if (node->body)
		print_list(node->body);
	if (node->otherwise) {
		put(" else ");
		print_list(node->otherwise);
	}
	for (const struct shell_redirect *redirect = node->redirects; redirect;
	     redirect = redirect->next)
		print_redirect(redirect);
	put("]");
}

static void print_list(const struct shell_pipeline *list)
{
	static const char *const joins[] = {";", "&&", "||", "&"};

	for (; list; list = list->next) {
		if (list->negated)
			put("!");
		for (const struct shell_node *node = list->first; node; node = node->piped) {
			print_node(node);
			put(node->piped ? "|" : "");
		}
		put(list->next || list->join == JOIN_BACKGROUND ? joins[list->join] : "");
	}
}

static struct shell_parse parse;

static enum shell_parse_status parse_text(const char *text)
{
	struct shell_arena *arena = shell_arena_create();
	enum shell_parse_status status = shell_parse(arena, text, strlen(text), &parse);

	printed_bytes = 0;
	printed[0] = '\0';
	if (status == SHELL_PARSED)
		print_list(parse.list);
	shell_arena_put(arena);
	return status;
}

static void expect_tree(const char *text, const char *tree)
{
	assert_int_equal(parse_text(text), SHELL_PARSED);
	assert_string_equal(printed, tree);
}

static void expect_invalid(const char *text, const char *message)
{
	assert_int_equal(parse_text(text), SHELL_INVALID);
	assert_string_equal(parse.message, message);
}

static void words_are_kept_as_written(void **state)
{
	expect_tree("echo 'a b' \"c $d\" \\; e\\ f", "[echo 'a b' \"c $d\" \\; e\\ f]");
	expect_tree("  cat\t/proc/version  ", "[cat /proc/version]");
	expect_tree("echo $(ls | wc -l) ${A} \"$(echo \")\")\"x",
		    "[echo $(ls | wc -l) ${A} \"$(echo \")\")\"x]");
}

static void comments_and_empty_lines_are_nothing(void **state)
{
	expect_tree("", "");
	expect_tree("# echo a; (", "");
	expect_tree("echo a#b # c", "[echo a#b]");
	expect_tree("\n", "");
}

static void one_line_is_consumed_at_a_time(void **state)
{
	expect_tree("echo a # x\necho b\n", "[echo a]");
	assert_int_equal(parse.consumed, 11);
	expect_tree("\necho b", "");
	assert_int_equal(parse.consumed, 1);
}

static void lists_and_pipelines_join(void **state)
{
	expect_tree("a|b |c", "[a]|[b]|[c]");
	expect_tree("a && b || c ; d & e", "[a]&&[b]||[c];[d]&[e]");
	expect_tree("a |\n\n b", "[a]|[b]");
	expect_tree("a &&\nb", "[a]&&[b]");
	expect_tree("! a | b", "![a]|[b]");
	expect_tree("a&", "[a]&");
	assert_string_equal(parse.message, "");
}

static void redirections_have_a_descriptor(void **state)
{
	expect_tree("a >b 2>>c <d 2>&1", "[a 1>b 2>>c 0<d 2>&1]");
	expect_tree(">f", "[ 1>f]");
	expect_tree("2>e a b>c", "[a b 2>e 1>c]");
	expect_tree("a &> f", "[a 1&>f]");
	expect_tree("echo 1 >f", "[echo 1 1>f]");
	expect_tree("echo 12>f", "[echo 12 1>f]");
	expect_tree("echo a2>f", "[echo a2 1>f]");
}

static void compound_commands_nest(void **state)
{
	expect_tree("if a; then b; fi", "[if [a][b]]");
	expect_tree("if a\nthen b\nelif c; then d\nelse e; fi >f",
		    "[if [a][b] else [if [c][d] else [e]] 1>f]");
	expect_tree("while a; do b; done", "[while [a][b]]");
	expect_tree("until a\ndo\n\nb\ndone | c", "[until [a][b]]|[c]");
	expect_tree("for i in 1 2 3; do echo $i; done", "[for i 1 2 3[echo $i]]");
	expect_tree("for i\ndo a & b; done", "[for i[a]&[b]]");
	expect_tree("{ a; b; } 2>e", "[{[a];[b] 2>e]");
	expect_tree("(a; b) && c", "[([a];[b]]&&[c]");
	expect_tree("(a)", "[([a]]");
}

static void reserved_words_are_ordinary_arguments(void **state)
{
	expect_tree("echo if then done }", "[echo if then done }]");
	expect_tree("'if' a", "['if' a]");
}

static void lines_are_continued_by_a_backslash(void **state)
{
	expect_tree("echo a \\\n  b", "[echo a b]");
	assert_int_equal(parse_text("echo a \\\n"), SHELL_INCOMPLETE);
	assert_int_equal(parse_text("echo a\\"), SHELL_INCOMPLETE);
	expect_tree("echo a\\\\\n", "[echo a\\\\]");
}

static void unfinished_commands_want_more_lines(void **state)
{
	static const char *const texts[] = {"if",
					    "if a",
					    "if a; then",
					    "if a; then b\n",
					    "for",
					    "for i",
					    "for i in 1 2",
					    "for i in 1; do\n",
					    "while a; do b",
					    "{ a",
					    "(a; b",
					    "a |",
					    "a &&",
					    "a ||\n",
					    "!"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_int_equal(parse_text(texts[i]), SHELL_INCOMPLETE);
}

static void mistakes_are_named(void **state)
{
	expect_invalid("echo 'a", "a ' that is not closed");
	expect_invalid("echo \"a", "a \" that is not closed");
	expect_invalid("echo \"$(a\"", "a \" that is not closed");
	expect_invalid("echo $(a", "a $( or ${ that is not closed");
	expect_invalid("a | | b", "syntax error near \"|\"");
	expect_invalid("a ;; b", "syntax error near \";;\"");
	expect_invalid("; a", "syntax error near \";\"");
}

static void a_line_end_where_a_word_must_be_is_a_mistake(void **state)
{
	expect_invalid("a >\n", "syntax error: unexpected end of line");
	expect_invalid("done", "syntax error near \"done\"");
	expect_invalid("a; fi", "syntax error near \"fi\"");
	expect_invalid("(a))", "syntax error near \")\"");
	expect_invalid("f() { a; }", "syntax error near \"(\"");
	expect_invalid("cat <<EOF", "<< is not known here: use echo ... |");
	expect_invalid("for 1 in a; do b; done", "syntax error: for needs a name");
	expect_invalid("if ; then a; fi", "syntax error near \";\"");
	expect_invalid("while a; do done", "syntax error near \"done\"");
}

static void repeat(char *text, int times, const char *piece)
{
	for (; times; times--, text += strlen(piece))
		memcpy(text, piece, strlen(piece) + 1);
}

static void nesting_is_bounded(void **state)
{
	char text[4000];

	repeat(text, 900, "( ");
	expect_invalid(text, "nested too deeply");
	repeat(text, 900, "\"$(");
	expect_invalid(text, "a \" that is not closed");
	repeat(text, 100, "if a; then b\nel");
	expect_invalid(text, "nested too deeply");
}

static void many_commands_on_a_line_are_no_problem(void **state)
{
	static char text[4097];

	for (int i = 0; i < 4096; i++)
		text[i] = i % 2 ? ';' : 'a';
	assert_int_equal(parse_text(text), SHELL_PARSED);
	assert_int_equal(printed_bytes, 2048 * 4 - 1);
}

static void background_text_is_what_was_written(void **state)
{
	struct shell_arena *arena = shell_arena_create();
	const char *text = "sleep 5 >x  & echo 'b' ; c";

	assert_int_equal(shell_parse(arena, text, strlen(text), &parse), SHELL_PARSED);
	assert_string_equal(parse.list->text, "sleep 5 >x");
	assert_string_equal(parse.list->next->text, "echo 'b'");
	shell_arena_put(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_kept_as_written),
		cmocka_unit_test(comments_and_empty_lines_are_nothing),
		cmocka_unit_test(one_line_is_consumed_at_a_time),
		cmocka_unit_test(lists_and_pipelines_join),
		cmocka_unit_test(redirections_have_a_descriptor),
		cmocka_unit_test(compound_commands_nest),
		cmocka_unit_test(reserved_words_are_ordinary_arguments),
		cmocka_unit_test(lines_are_continued_by_a_backslash),
		cmocka_unit_test(unfinished_commands_want_more_lines),
		cmocka_unit_test(mistakes_are_named),
		cmocka_unit_test(a_line_end_where_a_word_must_be_is_a_mistake),
		cmocka_unit_test(nesting_is_bounded),
		cmocka_unit_test(many_commands_on_a_line_are_no_problem),
		cmocka_unit_test(background_text_is_what_was_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
