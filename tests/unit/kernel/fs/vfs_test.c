/* SPDX-License-Identifier: MIT */
/* Paths, names, open files and descriptors, on ramfs. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/fs/fdtable.h"
#include "kernel/fs/libfs.h"
#include "kernel/fs/namei.h"
#include "kernel/fs/ramfs.h"
#include "kernel/fs/syscalls.h"
#include "kernel/sched/task.h"
#include "lib/string.h"
#include "tests/unit/kernel/fs/fake_kernel.h"

static int setup(void **state)
{
	fake_task_init();
	if (ramfs_init())
		return -1;
	return unshare_files();
}

/* Makes a file with that text. */
static void put(const char *path, const char *text)
{
	int fd = do_sys_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	assert_true(fd >= 0);
	assert_int_equal(ksys_write(fd, text, strlen(text)), strlen(text));
	assert_int_equal(ksys_close(fd), 0);
}

/* Checks what a file holds. */
static void expect(const char *path, const char *text)
{
	int fd = do_sys_open(AT_FDCWD, path, O_RDONLY, 0);
	char buf[256] = {};

	assert_true(fd >= 0);
	assert_int_equal(ksys_read(fd, buf, sizeof(buf) - 1), strlen(text));
	assert_string_equal(buf, text);
	ksys_close(fd);
}

/* The errno, negated, of an open; 0 if it works. */
static int open_error(const char *path, int flags)
{
	int fd = do_sys_open(AT_FDCWD, path, flags, 0644);

	return fd < 0 ? fd : ksys_close(fd);
}

static void a_path_is_walked_name_by_name(void **state)
{
	assert_int_equal(do_mkdirat(AT_FDCWD, "/w", 0755), 0);
	assert_int_equal(do_mkdirat(AT_FDCWD, "/w/a/", 0755), 0);
	put("/w/a/f", "hello");
	expect("/w/a/f", "hello");
	expect("//w///a/./../a//f", "hello");
	expect("w/a/f", "hello");
	expect("/../../w/a/f", "hello");
	assert_int_equal(ksys_chdir("/w/a"), 0);
	expect("f", "hello");
	expect("./f", "hello");
	expect("../a/f", "hello");
	assert_int_equal(ksys_chdir("/"), 0);
	assert_int_equal(open_error("", O_RDONLY), -ENOENT);
	assert_int_equal(open_error("/w/none/f", O_RDONLY), -ENOENT);
	assert_int_equal(open_error("/w/none/f", O_RDWR | O_CREAT), -ENOENT);
	assert_int_equal(open_error("/w/a/f/x", O_RDONLY), -ENOTDIR);
	assert_int_equal(open_error("/w/a/f/.", O_RDONLY), -ENOTDIR);
	assert_int_equal(open_error("/w/a/f/..", O_RDONLY), -ENOTDIR);
	assert_int_equal(open_error("/w/a/f/", O_RDONLY), -ENOTDIR);
	assert_int_equal(open_error("/w/a/f/x", O_RDWR | O_CREAT), -ENOTDIR);
	assert_int_equal(open_error("/w/a/new/", O_RDWR | O_CREAT), -EISDIR);
	assert_int_equal(open_error("/w/a/", O_RDONLY), 0);
	assert_int_equal(open_error("/", O_RDONLY | O_DIRECTORY), 0);
}

static void names_and_paths_have_a_longest_length(void **state)
{
	static char path[PATH_MAX + 2];

	memset(path, 'n', sizeof(path));
	path[0] = '/';
	path[NAME_MAX + 1] = 0;
	assert_int_equal(open_error(path, O_WRONLY | O_CREAT), 0);
	assert_int_equal(do_unlinkat(AT_FDCWD, path), 0);
	path[NAME_MAX + 1] = 'n';
	path[NAME_MAX + 2] = 0;
	assert_int_equal(open_error(path, O_WRONLY | O_CREAT), -ENAMETOOLONG);
	memset(path, '/', sizeof(path));
	path[PATH_MAX - 1] = 0;
	assert_int_equal(open_error(path, O_RDONLY), 0);
	path[PATH_MAX - 1] = '/';
	path[PATH_MAX] = 0;
	assert_int_equal(open_error(path, O_RDONLY), -ENAMETOOLONG);
}

static void symbolic_links_are_followed(void **state)
{
	struct kstat stat;
	char buf[32] = {};

	do_mkdirat(AT_FDCWD, "/s", 0755);
	do_mkdirat(AT_FDCWD, "/s/dir", 0755);
	put("/s/dir/f", "text");
	assert_int_equal(do_symlinkat("dir", AT_FDCWD, "/s/rel"), 0);
	assert_int_equal(do_symlinkat("/s/dir/f", AT_FDCWD, "/s/abs"), 0);
	assert_int_equal(do_symlinkat("../s/rel/", AT_FDCWD, "/s/slash"), 0);
	assert_int_equal(do_symlinkat("/", AT_FDCWD, "/s/root"), 0);
	assert_int_equal(do_symlinkat("made", AT_FDCWD, "/s/dangling"), 0);
	expect("/s/rel/f", "text");
	expect("/s/abs", "text");
	expect("/s/slash/../rel/f", "text");
	expect("/s/root/s/root/s/abs", "text");
	assert_int_equal(open_error("/s/dangling", O_RDONLY), -ENOENT);
	assert_int_equal(open_error("/s/dangling", O_WRONLY | O_CREAT | O_EXCL), -EEXIST);
	put("/s/dangling", "through");
	expect("/s/made", "through");
	assert_int_equal(open_error("/s/abs", O_RDONLY | O_NOFOLLOW), -ELOOP);
	assert_int_equal(open_error("/s/abs/", O_RDONLY), -ENOTDIR);
	assert_int_equal(do_readlinkat(AT_FDCWD, "/s/abs", buf, sizeof(buf)), 8);
	assert_string_equal(buf, "/s/dir/f");
	assert_int_equal(do_readlinkat(AT_FDCWD, "/s/abs", buf, 3), 3);
	assert_int_equal(do_readlinkat(AT_FDCWD, "/s/made", buf, 3), -EINVAL);
	assert_int_equal(vfs_fstatat(AT_FDCWD, "/s/rel", &stat, AT_SYMLINK_NOFOLLOW), 0);
	assert_true(S_ISLNK(stat.mode));
	assert_int_equal(stat.size, 3);
	assert_int_equal(vfs_fstatat(AT_FDCWD, "/s/rel", &stat, 0), 0);
	assert_true(S_ISDIR(stat.mode));
}

static void a_circle_of_links_is_eloop_and_40_are_not(void **state)
{
	char path[] = "/l/00", next[] = "00";
	int i;

	do_mkdirat(AT_FDCWD, "/l", 0755);
	do_symlinkat("y", AT_FDCWD, "/l/x");
	do_symlinkat("x", AT_FDCWD, "/l/y");
	assert_int_equal(open_error("/l/x", O_RDONLY), -ELOOP);
	assert_int_equal(open_error("/l/x/f", O_RDONLY), -ELOOP);
	assert_int_equal(open_error("/l/x", O_WRONLY | O_CREAT), -ELOOP);
	put("/l/00", "end");
	for (i = 1; i <= 41; i++) {
		path[3] = '0' + i / 10;
		path[4] = '0' + i % 10;
		assert_int_equal(do_symlinkat(next, AT_FDCWD, path), 0);
		memcpy(next, path + 3, 2);
	}
	expect("/l/40", "end");
	assert_int_equal(open_error("/l/41", O_RDONLY), -ELOOP);
}

static void links_that_grow_the_path_too_much_are_refused(void **state)
{
	static char target[PATH_MAX];
	int i;

	do_mkdirat(AT_FDCWD, "/g", 0755);
	for (i = 0; i < PATH_MAX - 10; i += 2)
		memcpy(target + i, "./", 2);
	assert_int_equal(do_symlinkat(target, AT_FDCWD, "/g/long"), 0);
	assert_int_equal(open_error("/g/long", O_RDONLY), 0);
	assert_int_equal(open_error("/g/long/./././././././././././x", O_RDONLY), -ENAMETOOLONG);
}

static void open_flags_do_what_they_say(void **state)
{
	int fd;
	char buf[16] = {};

	put("/o", "old text");
	assert_int_equal(open_error("/o", O_WRONLY | O_CREAT | O_EXCL), -EEXIST);
	assert_int_equal(open_error("/o", O_RDONLY | O_DIRECTORY), -ENOTDIR);
	assert_int_equal(open_error("/tmp", O_WRONLY), -EISDIR);
	assert_int_equal(open_error("/tmp", O_RDWR | O_CREAT), -EISDIR);
	assert_int_equal(open_error("/o", O_ACCMODE), -EINVAL);
	fd = do_sys_open(AT_FDCWD, "/o", O_WRONLY | O_APPEND, 0);
	assert_int_equal(ksys_lseek(fd, 0, SEEK_SET), 0);
	assert_int_equal(ksys_write(fd, "+", 1), 1);
	assert_int_equal(ksys_read(fd, buf, 1), -EBADF);
	ksys_close(fd);
	expect("/o", "old text+");
	fd = do_sys_open(AT_FDCWD, "/o", O_RDWR, 0);
	assert_int_equal(ksys_write(fd, "new", 3), 3);
	assert_int_equal(ksys_read(fd, buf, sizeof(buf)), 6);
	assert_string_equal(buf, " text+");
	assert_int_equal(ksys_pread64(fd, buf, 3, 0), 3);
	assert_int_equal(ksys_lseek(fd, 0, SEEK_CUR), 9);
	assert_int_equal(ksys_lseek(fd, -10, SEEK_CUR), -EINVAL);
	assert_int_equal(ksys_lseek(fd, -4, SEEK_END), 5);
	assert_int_equal(ksys_lseek(fd, 0, 7), -EINVAL);
	ksys_close(fd);
	assert_int_equal(open_error("/o", O_WRONLY | O_TRUNC), 0);
	expect("/o", "");
	assert_int_equal(ksys_read(99, buf, 1), -EBADF);
	assert_int_equal(ksys_close(fd), -EBADF);
	fd = do_sys_open(AT_FDCWD, "/tmp", O_RDONLY, 0);
	assert_int_equal(ksys_read(fd, buf, 1), -EISDIR);
	ksys_close(fd);
}

static void an_unlinked_file_lives_until_it_is_closed(void **state)
{
	long objects, pages = fake_pages;
	struct kstat stat;
	char buf[8] = {};
	int fd;

	do_mkdirat(AT_FDCWD, "/u", 0755);
	objects = fake_objects;
	put("/u/f", "alive");
	fd = do_sys_open(AT_FDCWD, "/u/f", O_RDWR, 0);
	assert_int_equal(do_unlinkat(AT_FDCWD, "/u/f"), 0);
	assert_int_equal(open_error("/u/f", O_RDONLY), -ENOENT);
	assert_int_equal(do_rmdir(AT_FDCWD, "/u"), 0);
	assert_int_equal(ksys_read(fd, buf, sizeof(buf)), 5);
	assert_string_equal(buf, "alive");
	assert_int_equal(vfs_fstat(fd, &stat), 0);
	assert_int_equal(stat.nlink, 0);
	assert_int_equal(ksys_write(fd, "more", 4), 4);
	assert_int_equal(ksys_close(fd), 0);
	assert_true(fake_objects < objects);
	assert_int_equal(fake_pages, pages);
}

static void a_removed_directory_still_has_a_parent(void **state)
{
	char buf[64];

	do_mkdirat(AT_FDCWD, "/r", 0755);
	do_mkdirat(AT_FDCWD, "/r/d", 0755);
	put("/r/f", "beside");
	assert_int_equal(ksys_chdir("/r/d"), 0);
	assert_int_equal(ksys_getcwd(buf, sizeof(buf)), 5);
	assert_string_equal(buf, "/r/d");
	assert_int_equal(ksys_getcwd(buf, 4), -ERANGE);
	assert_int_equal(do_rmdir(AT_FDCWD, "/r/d"), 0);
	assert_int_equal(ksys_getcwd(buf, sizeof(buf)), -ENOENT);
	assert_int_equal(open_error("new", O_WRONLY | O_CREAT), -ENOENT);
	assert_int_equal(do_mkdirat(AT_FDCWD, "new", 0755), -ENOENT);
	expect("../f", "beside");
	assert_int_equal(ksys_chdir("/"), 0);
}

static void directories_are_removed_only_when_empty(void **state)
{
	do_mkdirat(AT_FDCWD, "/e", 0755);
	put("/e/f", "");
	assert_int_equal(do_mkdirat(AT_FDCWD, "/e", 0755), -EEXIST);
	assert_int_equal(do_mkdirat(AT_FDCWD, "/e/f", 0755), -EEXIST);
	assert_int_equal(do_mkdirat(AT_FDCWD, "/e/.", 0755), -EEXIST);
	assert_int_equal(do_mkdirat(AT_FDCWD, "/", 0755), -EEXIST);
	assert_int_equal(do_rmdir(AT_FDCWD, "/e"), -ENOTEMPTY);
	assert_int_equal(do_rmdir(AT_FDCWD, "/e/f"), -ENOTDIR);
	assert_int_equal(do_rmdir(AT_FDCWD, "/e/."), -EINVAL);
	assert_int_equal(do_rmdir(AT_FDCWD, "/"), -EBUSY);
	assert_int_equal(do_rmdir(AT_FDCWD, "/none"), -ENOENT);
	assert_int_equal(do_unlinkat(AT_FDCWD, "/e"), -EISDIR);
	assert_int_equal(do_unlinkat(AT_FDCWD, "/e/none"), -ENOENT);
	assert_int_equal(do_unlinkat(AT_FDCWD, "/e/f/"), -ENOTDIR);
	assert_int_equal(do_unlinkat(AT_FDCWD, "/e/f"), 0);
	assert_int_equal(do_rmdir(AT_FDCWD, "/e/"), 0);
}

static int rename_path(const char *from, const char *to)
{
	return do_renameat2(AT_FDCWD, from, AT_FDCWD, to);
}

static void rename_moves_and_replaces(void **state)
{
	struct kstat stat;

	do_mkdirat(AT_FDCWD, "/m", 0755);
	do_mkdirat(AT_FDCWD, "/m/a", 0755);
	do_mkdirat(AT_FDCWD, "/m/a/b", 0755);
	put("/m/f", "f");
	put("/m/g", "g");
	assert_int_equal(rename_path("/m/f", "/m/g"), 0);
	expect("/m/g", "f");
	assert_int_equal(open_error("/m/f", O_RDONLY), -ENOENT);
	assert_int_equal(rename_path("/m/g", "/m/a/b/h"), 0);
	expect("/m/a/b/h", "f");
	assert_int_equal(rename_path("/m/a", "/m/a/b/c"), -EINVAL);
	assert_int_equal(rename_path("/m/a", "/m/a"), 0);
	assert_int_equal(rename_path("/m/none", "/m/x"), -ENOENT);
	assert_int_equal(rename_path("/m/a/b/h", "/m/a"), -EISDIR);
	assert_int_equal(rename_path("/m/a", "/m/a/b/h"), -EINVAL);
	assert_int_equal(rename_path("/m/a/b/h", "/m/x/"), -ENOTDIR);
	put("/m/k", "k");
	assert_int_equal(rename_path("/m/a", "/m/k"), -ENOTDIR);
	do_mkdirat(AT_FDCWD, "/m/full", 0755);
	put("/m/full/f", "");
	assert_int_equal(rename_path("/m/a", "/m/full"), -ENOTEMPTY);
	do_unlinkat(AT_FDCWD, "/m/full/f");
	assert_int_equal(rename_path("/m/a", "/m/full"), 0);
	expect("/m/full/b/h", "f");
	vfs_fstatat(AT_FDCWD, "/m", &stat, 0);
	assert_int_equal(stat.nlink, 3);
	expect("/m/full/../k", "k");
}

static void two_names_are_one_file(void **state)
{
	struct kstat stat;

	put("/h1", "one");
	assert_int_equal(do_linkat(AT_FDCWD, "/h1", AT_FDCWD, "/h2"), 0);
	put("/h2", "two");
	expect("/h1", "two");
	vfs_fstatat(AT_FDCWD, "/h1", &stat, 0);
	assert_int_equal(stat.nlink, 2);
	assert_int_equal(rename_path("/h1", "/h2"), 0);
	expect("/h1", "two");
	assert_int_equal(do_linkat(AT_FDCWD, "/h1", AT_FDCWD, "/h2"), -EEXIST);
	assert_int_equal(do_linkat(AT_FDCWD, "/tmp", AT_FDCWD, "/h3"), -EPERM);
	assert_int_equal(do_unlinkat(AT_FDCWD, "/h1"), 0);
	expect("/h2", "two");
}

static void a_mounted_tree_covers_a_directory(void **state)
{
	struct dentry *root, *dir, *covered;
	char buf[64];

	do_mkdirat(AT_FDCWD, "/mnt", 0755);
	put("/mnt/hidden", "");
	root = mount_simple("testfs", "/mnt", NULL);
	assert_false(IS_ERR(root));
	assert_true(IS_ERR(mount_simple("testfs", "/none", NULL)));
	dir = simple_dir_create(root, "d", NULL, NULL);
	assert_false(IS_ERR(dir));
	assert_int_equal(PTR_ERR(simple_dir_create(root, "d", NULL, NULL)), -EEXIST);
	assert_int_equal(open_error("/mnt/hidden", O_RDONLY), -ENOENT);
	assert_int_equal(open_error("/mnt/new", O_WRONLY | O_CREAT), -EACCES);
	assert_int_equal(do_mkdirat(AT_FDCWD, "/mnt/new", 0755), -EPERM);
	assert_int_equal(do_rmdir(AT_FDCWD, "/mnt/d"), -EPERM);
	assert_int_equal(do_rmdir(AT_FDCWD, "/mnt"), -EBUSY);
	assert_int_equal(rename_path("/mnt", "/mnt2"), -EBUSY);
	put("/outside", "x");
	assert_int_equal(rename_path("/outside", "/mnt/d/x"), -EXDEV);
	assert_int_equal(ksys_chdir("/mnt/d"), 0);
	ksys_getcwd(buf, sizeof(buf));
	assert_string_equal(buf, "/mnt/d");
	expect("../../outside", "x");
	assert_int_equal(ksys_chdir("/"), 0);
	covered = simple_lookup(root, "d");
	assert_ptr_equal(covered, dir);
	dput(covered);
	simple_dir_create(dir, "e", NULL, NULL);
	simple_symlink_create(dir, "s", "e");
	simple_remove_recursive(dir);
	assert_int_equal(open_error("/mnt/d", O_RDONLY), -ENOENT);
}

static void content_can_have_holes_and_be_cut(void **state)
{
	char buf[16];
	int fd = do_sys_open(AT_FDCWD, "/c", O_RDWR | O_CREAT, 0644);
	struct kstat stat;
	long pages = fake_pages;

	assert_int_equal(ksys_pwrite64(fd, "end", 3, 100000), 3);
	assert_int_equal(fake_pages, pages + 1);
	memset(buf, 'x', sizeof(buf));
	assert_int_equal(ksys_pread64(fd, buf, 8, 99995), 8);
	assert_memory_equal(buf, "\0\0\0\0\0end", 8);
	assert_int_equal(ksys_ftruncate(fd, 100001), 0);
	assert_int_equal(ksys_ftruncate(fd, 100003), 0);
	assert_int_equal(ksys_pread64(fd, buf, 8, 100000), 3);
	assert_memory_equal(buf, "e\0\0", 3);
	assert_int_equal(ksys_pread64(fd, buf, 8, 100003), 0);
	assert_int_equal(ksys_ftruncate(fd, -1), -EINVAL);
	assert_int_equal(ksys_ftruncate(fd, 2l << 30), -EFBIG);
	assert_int_equal(ksys_pwrite64(fd, "x", 1, 1l << 30), -EFBIG);
	assert_int_equal(ksys_pwrite64(fd, "xyz", 3, (1l << 30) - 2), 2);
	assert_int_equal(ksys_pwrite64(fd, "x", 1, -1), -EINVAL);
	vfs_fstat(fd, &stat);
	assert_int_equal(stat.size, 1 << 30);
	assert_int_equal(stat.blocks, 16);
	assert_int_equal(ksys_ftruncate(fd, 0), 0);
	assert_int_equal(fake_pages, pages);
	ksys_close(fd);
}

static void a_full_memory_is_enospc_and_what_fits_is_kept(void **state)
{
	static char data[64 * 4096];
	int fd = do_sys_open(AT_FDCWD, "/full", O_RDWR | O_CREAT, 0644);
	long limit = fake_page_limit, before = fake_pages;

	fake_page_limit = 32 + before * 16 / 15;
	assert_true(ksys_write(fd, data, sizeof(data)) < (ssize_t)sizeof(data));
	assert_true(fake_pages > before);
	assert_int_equal(ksys_write(fd, data, 4096), -ENOSPC);
	fake_page_limit = limit;
	assert_true(ksys_write(fd, data, 4096) > 0);
	ksys_close(fd);
	assert_int_equal(do_unlinkat(AT_FDCWD, "/full"), 0);
	assert_int_equal(fake_pages, before);
}

/* Names in a getdents buffer, joined; "." and ".." left out. */
static void list(int fd, size_t bytes, char *names)
{
	char buf[256];
	ssize_t got = ksys_getdents64(fd, buf, bytes);
	ssize_t at = 0;

	while (at < got) {
		struct linux_dirent64 *entry = (struct linux_dirent64 *)(buf + at);

		if (entry->d_name[0] != '.')
			strcat(names, entry->d_name);
		at += entry->d_reclen;
	}
}

static void a_listing_in_pieces_misses_nothing(void **state)
{
	char path[] = "/d/a", names[32] = "";
	char c;
	int fd;

	do_mkdirat(AT_FDCWD, "/d", 0755);
	for (c = 'a'; c <= 'h'; c++) {
		path[3] = c;
		put(path, "");
	}
	fd = do_sys_open(AT_FDCWD, "/d", O_RDONLY, 0);
	assert_int_equal(ksys_getdents64(fd, names, 8), -EINVAL);
	list(fd, 5 * 24, names);
	assert_string_equal(names, "abc");
	do_unlinkat(AT_FDCWD, "/d/a");
	do_unlinkat(AT_FDCWD, "/d/c");
	do_unlinkat(AT_FDCWD, "/d/e");
	put("/d/i", "");
	list(fd, 3 * 24, names);
	list(fd, 200, names);
	list(fd, 200, names);
	assert_string_equal(names, "abcdfghi");
	ksys_lseek(fd, 0, SEEK_SET);
	names[0] = 0;
	list(fd, 256, names);
	assert_string_equal(names, "bdfghi");
	ksys_close(fd);
	fd = do_sys_open(AT_FDCWD, "/d/b", O_RDONLY, 0);
	assert_int_equal(ksys_getdents64(fd, names, sizeof(names)), -ENOTDIR);
	ksys_close(fd);
}

static void descriptors_are_the_lowest_and_can_be_copied(void **state)
{
	struct task_struct child = {};
	struct files_struct *mine = current->files;
	char buf[8] = {};
	int fd, last = -1;

	put("/fd", "abc");
	assert_int_equal(do_sys_open(AT_FDCWD, "/fd", O_RDONLY, 0), 0);
	assert_int_equal(ksys_dup(0), 1);
	assert_int_equal(ksys_dup2(0, 5), 5);
	assert_int_equal(ksys_dup2(5, 5), 5);
	assert_int_equal(ksys_dup2(4, 6), -EBADF);
	assert_int_equal(ksys_dup2(0, NR_OPEN), -EBADF);
	assert_int_equal(ksys_read(0, buf, 1), 1);
	assert_int_equal(ksys_read(5, buf, 1), 1);
	assert_int_equal(copy_files(&child, false), 0);
	ksys_close(0);
	assert_int_equal(do_sys_open(AT_FDCWD, "/fd", O_RDONLY | O_CLOEXEC, 0), 0);
	assert_true(get_close_on_exec(0));
	do_close_on_exec();
	assert_int_equal(ksys_read(0, buf, 1), -EBADF);
	while ((fd = ksys_dup(1)) >= 0)
		last = fd;
	assert_int_equal(fd, -EMFILE);
	assert_int_equal(last, NR_OPEN - 1);
	current->files = child.files;
	assert_int_equal(ksys_read(0, buf, 1), 1);
	assert_int_equal(buf[0], 'c');
	exit_files(current);
	current->files = mine;
	for (fd = 0; fd < NR_OPEN; fd++)
		ksys_close(fd);
}

static int flush_result, released;

static int test_flush(struct file *file)
{
	return flush_result;
}

static int test_release(struct inode *inode, struct file *file)
{
	released++;
	return 0;
}

static int test_open(struct inode *inode, struct file *file)
{
	return file->f_flags & O_TRUNC ? -ENXIO : simple_open(inode, file);
}

static const struct file_operations test_operations = {
	.open = test_open,
	.release = test_release,
	.flush = test_flush,
};

static void operations_are_called_once_and_their_errors_returned(void **state)
{
	struct dentry *tmp;
	int fd;
	char buf[1];

	assert_int_equal(filename_lookup(AT_FDCWD, "/tmp", 0, &tmp), 0);
	simple_file_create(tmp, "ops", 0644, &test_operations, &released);
	assert_int_equal(open_error("/tmp/ops", O_WRONLY | O_TRUNC), -ENXIO);
	assert_int_equal(released, 0);
	fd = do_sys_open(AT_FDCWD, "/tmp/ops", O_RDWR, 0);
	assert_int_equal(ksys_read(fd, buf, 1), -EINVAL);
	assert_int_equal(ksys_write(fd, buf, 1), -EINVAL);
	assert_int_equal(ksys_lseek(fd, 0, SEEK_SET), -ESPIPE);
	assert_int_equal(ksys_pread64(fd, buf, 1, 0), -ESPIPE);
	assert_int_equal(ksys_ioctl(fd, 0, 0), -ENOTTY);
	ksys_dup(fd);
	flush_result = -EIO;
	assert_int_equal(ksys_close(fd), -EIO);
	assert_int_equal(released, 0);
	assert_int_equal(ksys_close(fd + 1), -EIO);
	assert_int_equal(released, 1);
	dput(tmp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path_is_walked_name_by_name),
		cmocka_unit_test(names_and_paths_have_a_longest_length),
		cmocka_unit_test(symbolic_links_are_followed),
		cmocka_unit_test(a_circle_of_links_is_eloop_and_40_are_not),
		cmocka_unit_test(links_that_grow_the_path_too_much_are_refused),
		cmocka_unit_test(open_flags_do_what_they_say),
		cmocka_unit_test(an_unlinked_file_lives_until_it_is_closed),
		cmocka_unit_test(a_removed_directory_still_has_a_parent),
		cmocka_unit_test(directories_are_removed_only_when_empty),
		cmocka_unit_test(rename_moves_and_replaces),
		cmocka_unit_test(two_names_are_one_file),
		cmocka_unit_test(a_mounted_tree_covers_a_directory),
		cmocka_unit_test(content_can_have_holes_and_be_cut),
		cmocka_unit_test(a_full_memory_is_enospc_and_what_fits_is_kept),
		cmocka_unit_test(a_listing_in_pieces_misses_nothing),
		cmocka_unit_test(descriptors_are_the_lowest_and_can_be_copied),
		cmocka_unit_test(operations_are_called_once_and_their_errors_returned),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
