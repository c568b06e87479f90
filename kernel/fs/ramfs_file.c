/* SPDX-License-Identifier: MIT */
/*
 * ramfs, the content of a file: an array of pages that grows as the file does.
 * A page that was never written is not there and reads as zeros.
 *
 * Memory is the limit: when less than 1/16 of it would be left, writes get
 * ENOSPC, so that a file that grows without end does not starve the kernel.
 */
#include "kernel/fs/ramfs_file.h"

#include "kernel/mm/page_alloc.h"
#include "kernel/mm/slab.h"
#include "kernel/time/clock.h"
#include "lib/math.h"
#include "lib/string.h"

struct ramfs_file {
	char **pages;	   /* [i_lock] element N holds bytes N * PAGE_SIZE on; NULL: zeros */
	size_t page_count; /* [i_lock] elements */
};

/* Makes room in the array for page number @index. */
static int ramfs_reserve(struct ramfs_file *content, size_t index)
{
	size_t count = max(content->page_count, 8ul);
	char **pages;

	if (index < content->page_count)
		return 0;
	while (count <= index)
		count *= 2;
	pages = krealloc(content->pages, count * sizeof(*pages), GFP_KERNEL);
	if (!pages)
		return -ENOSPC;
	memset(pages + content->page_count, 0, (count - content->page_count) * sizeof(*pages));
	content->pages = pages;
	content->page_count = count;
	return 0;
}

/* The page for writing, made if it is not there. NULL: no memory to spare. */
static char *ramfs_get_page(struct inode *inode, size_t index)
{
	struct ramfs_file *content = inode->i_private;

	if (ramfs_reserve(content, index))
		return NULL;
	if (!content->pages[index]) {
		if (nr_free_pages() < nr_managed_pages() / 16)
			return NULL;
		content->pages[index] = (char *)get_zeroed_page(GFP_KERNEL);
		if (content->pages[index])
			inode->i_pages++;
	}
	return content->pages[index];
}

/* Frees the pages from number @first on. Context: i_lock, or the last user. */
static void ramfs_free_pages(struct inode *inode, size_t first)
{
	struct ramfs_file *content = inode->i_private;

	for (; first < content->page_count; first++) {
		if (!content->pages[first])
			continue;
		free_page((unsigned long)content->pages[first]);
		content->pages[first] = NULL;
		inode->i_pages--;
	}
}

/* Copies what the file holds from *pos on. Context: i_lock. */
static ssize_t ramfs_copy_out(struct inode *inode, char *buf, size_t count, loff_t *pos)
{
	struct ramfs_file *content = inode->i_private;
	size_t done = 0;

	if (*pos >= inode->i_size)
		return 0;
	count = min(count, (size_t)(inode->i_size - *pos));
	while (done < count) {
		size_t index = *pos / PAGE_SIZE, offset = *pos % PAGE_SIZE;
		size_t bytes = min(count - done, PAGE_SIZE - offset);
		const char *page = index < content->page_count ? content->pages[index] : NULL;

		if (page)
			memcpy(buf + done, page + offset, bytes);
		else
			memset(buf + done, 0, bytes);
		done += bytes;
		*pos += bytes;
	}
	return done;
}

static noinline ssize_t ramfs_file_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	struct inode *inode = file->f_inode;
	ssize_t bytes;

	mutex_lock(&inode->i_lock);
	bytes = ramfs_copy_out(inode, buf, count, pos);
	mutex_unlock(&inode->i_lock);
	return bytes;
}

/* Writes as much as fits. Context: i_lock. */
static ssize_t ramfs_copy_in(struct inode *inode, const char *buf, size_t count, loff_t *pos)
{
	size_t done = 0;

	if (*pos >= (loff_t)RAMFS_MAX_BYTES)
		return count ? -EFBIG : 0;
	count = min(count, (size_t)(RAMFS_MAX_BYTES - *pos));
	while (done < count) {
		size_t offset = *pos % PAGE_SIZE;
		size_t bytes = min(count - done, PAGE_SIZE - offset);
		char *page = ramfs_get_page(inode, *pos / PAGE_SIZE);

		if (!page)
			return done ? (ssize_t)done : -ENOSPC;
		memcpy(page + offset, buf + done, bytes);
		done += bytes;
		*pos += bytes;
		if (*pos > inode->i_size)
			inode->i_size = *pos;
	}
	return done;
}

static noinline ssize_t ramfs_file_write(struct file *file, const char *buf, size_t count,
					 loff_t *pos)
{
	struct inode *inode = file->f_inode;
	ssize_t bytes;

	mutex_lock(&inode->i_lock);
	if (file->f_flags & O_APPEND)
		*pos = inode->i_size;
	bytes = ramfs_copy_in(inode, buf, count, pos);
	inode->i_mtime_ns = ktime_get_ns();
	mutex_unlock(&inode->i_lock);
	return bytes;
}

static int ramfs_truncate(struct inode *inode, loff_t size)
{
	struct ramfs_file *content = inode->i_private;
	size_t kept = DIV_ROUND_UP(size, PAGE_SIZE);

	if (size > (loff_t)RAMFS_MAX_BYTES)
		return -EFBIG;
	mutex_lock(&inode->i_lock);
	ramfs_free_pages(inode, kept);
	/* What was cut off must not come back when the file grows again. */
	if (size % PAGE_SIZE && kept <= content->page_count && content->pages[kept - 1])
		memset(content->pages[kept - 1] + size % PAGE_SIZE, 0,
		       PAGE_SIZE - size % PAGE_SIZE);
	inode->i_size = size;
	inode->i_mtime_ns = ktime_get_ns();
	mutex_unlock(&inode->i_lock);
	return 0;
}

static void ramfs_evict(struct inode *inode)
{
	struct ramfs_file *content = inode->i_private;

	ramfs_free_pages(inode, 0);
	kfree(content->pages);
	kfree(content);
}

static const struct inode_operations ramfs_file_inode_operations = {
	.truncate = ramfs_truncate,
	.evict = ramfs_evict,
};

static const struct file_operations ramfs_file_operations = {
	.read = ramfs_file_read,
	.write = ramfs_file_write,
	.llseek = generic_file_llseek,
};

struct inode *ramfs_new_file(struct super_block *sb, u32 mode)
{
	struct ramfs_file *content = kzalloc(sizeof(*content), GFP_KERNEL);
	struct inode *inode;

	if (!content)
		return NULL;
	inode = new_inode(sb, mode, &ramfs_file_inode_operations, &ramfs_file_operations, content);
	if (!inode)
		kfree(content);
	return inode;
}
