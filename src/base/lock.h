/* base/lock.h -- one writer per file: a lock that ends with the process that holds it, however it ends. */
#ifndef SN_BASE_LOCK_H
#define SN_BASE_LOCK_H

/* SN_NO_LOCK: the file system has no locks, or the descriptor is not a file: the state is unknown. */
typedef enum { SN_LOCK_HELD, SN_LOCK_TAKEN, SN_NO_LOCK } sn_lock;

/* Locks the file of an open descriptor for as long as it stays open. SN_LOCK_TAKEN: another writer has it. Readers are
   not excluded. Child programs do not inherit the descriptor. */
sn_lock sn_lock_descriptor(int fd);
/* The same for a file that exists; *fd is to be closed, -1: nothing to close. */
sn_lock sn_lock_path(const char *path, int *fd);

#endif
