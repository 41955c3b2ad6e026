import { ownSystem } from '../system/system.ts'

const ALLOWED = /^(HOME|LOGNAME|PATH|SHELL|TERM|USER|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|XDG_RUNTIME_DIR|XDG_CACHE_HOME)$/
const ALLOWED_ON_WINDOWS =
  /^(APPDATA|COMSPEC|HOMEDRIVE|HOMEPATH|LOCALAPPDATA|PATH|PATHEXT|PROCESSOR_ARCHITECTURE|PROGRAMDATA|PROGRAMFILES|PROGRAMFILES\(X86\)|PROGRAMW6432|SYSTEMDRIVE|SYSTEMROOT|TEMP|TMP|USERNAME|USERPROFILE|WINDIR)$/i

/** The part of our environment that third-party programs may see: enough to run, and no keys. */
export function safeEnvironment(
  environment: { readonly [name: string]: string | undefined },
  platform: string = ownSystem.name,
): Record<string, string> {
  const allowed = platform === 'win32' ? ALLOWED_ON_WINDOWS : ALLOWED
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    // A value that starts like this is a shell function, which a shell would execute.
    value !== undefined && allowed.test(name) && !value.startsWith('()') ? [[name, value] as const] : [],
  )
  return Object.fromEntries(entries)
}
