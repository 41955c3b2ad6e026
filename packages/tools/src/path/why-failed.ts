const REASONS: { readonly [code: string]: string } = {
  EACCES: 'the system does not permit it',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it no longer exists',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EAGAIN: 'the system allows no more processes',
  ENOMEM: 'no memory is left',
  EIO: 'the disk reports an error',
  ELOOP: 'a link is in its place',
}

/** The system's error in words, without our internal paths. */
export function whyFailed(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return REASONS[code ?? ''] ?? code ?? message ?? String(error)
}
