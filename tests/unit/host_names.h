/* SPDX-License-Identifier: MIT */
/*
 * Included in front of every file of a host test: gives those functions of lib/
 * that the C library has too another name, so that the tests call ours and the
 * sanitizers keep theirs. A test that compares the two undefines a name.
 */
#pragma once

#include <features.h>
#undef __always_inline /* lib/compiler.h has its own */

#define memcpy	   fivebyte_memcpy
#define memmove	   fivebyte_memmove
#define memset	   fivebyte_memset
#define memcmp	   fivebyte_memcmp
#define memchr	   fivebyte_memchr
#define strlen	   fivebyte_strlen
#define strnlen	   fivebyte_strnlen
#define strcmp	   fivebyte_strcmp
#define strncmp	   fivebyte_strncmp
#define strcasecmp fivebyte_strcasecmp
#define strchr	   fivebyte_strchr
#define strrchr	   fivebyte_strrchr
#define strchrnul  fivebyte_strchrnul
#define strstr	   fivebyte_strstr
#define strspn	   fivebyte_strspn
#define strcspn	   fivebyte_strcspn
#define strpbrk	   fivebyte_strpbrk
#define strsep	   fivebyte_strsep
#define strerror   fivebyte_strerror
#define snprintf   fivebyte_snprintf
#define vsnprintf  fivebyte_vsnprintf
#define bsearch	   fivebyte_bsearch

#define isdigit	 fivebyte_isdigit
#define islower	 fivebyte_islower
#define isupper	 fivebyte_isupper
#define isalpha	 fivebyte_isalpha
#define isalnum	 fivebyte_isalnum
#define isxdigit fivebyte_isxdigit
#define isspace	 fivebyte_isspace
#define isprint	 fivebyte_isprint
#define iscntrl	 fivebyte_iscntrl
#define ispunct	 fivebyte_ispunct
#define tolower	 fivebyte_tolower
#define toupper	 fivebyte_toupper
