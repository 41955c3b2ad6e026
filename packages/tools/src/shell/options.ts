import { withoutEnd } from '@convene/domain'
import type { ShellArgument } from './argument.ts'
import { sedArguments } from './sed-arguments.ts'

/** Git options before the verb that are followed by their value. */
export const gitValueOptions: ReadonlySet<string> = new Set(
  '-c -C --config-env --exec-path --git-dir --work-tree --namespace --super-prefix --attr-source'.split(' '),
)

const gitLong = [
  '--config-env',
  '--exec-path',
  '--git-dir',
  '--work-tree',
  '--upload-pack',
  '--receive-pack',
  '--exec',
  '--extcmd',
  '--open-files-in-pager',
  '--output',
  '--output-directory',
  '--template',
  '--ext-diff',
  '--textconv',
  '--config',
  '--smtp-server',
  '--remote-helper',
  '--separate-git-dir',
  '--to-cmd',
  '--cc-cmd',
  '--sendmail-cmd',
  '--gpg-program',
  '--editor',
  '--strategy',
  '--tool',
  '--interactive',
  '--unsafe-paths',
  '--directory',
]

const gitVerbs = new Set(
  (
    'filter-branch difftool mergetool daemon instaweb hook for-each-repo web--browse gui gitk citool credential ' +
    'credential-cache credential-store remote-ext remote-fd shell help send-email upload-pack receive-pack ' +
    'upload-archive maintenance fast-import p4 svn cvsimport archimport quiltimport'
  ).split(' '),
)

/** Options that make a harmless-looking program run another one, read other settings or write a file. */
const dangerous: { readonly [program: string]: RegExp } = {
  __proto__: null as never,
  find: /^-(delete|fprint0?|fprintf|fls|exec|execdir|ok|okdir|files0-from)$/,
  fd: /^(-x|-X|--exec|--exec-batch)/,
  tar: /^(--(to-c|use-c|checkpoint-a|rsh|info-s|new-v|abs|dir|cd)|-[A-Za-z]*[IFPC])|^(?=[cxtruAdvzjJfkpmhowSIFPC]*$).*[IFPC]/,
  sort: /^(-[a-zA-Z]*[oT]|--out|--comp|--temp)/,
  rg: /^(--pre|--hostname-bin|--search-zip|-[a-z]*z)/,
  grep: /^--devices/,
  awk: /system|\||>|^-[fiEl]|getline|^--(file|include|load|exec)|@/,
  curl: /^(-[a-zA-Z]*[oOKJTDc]|--output|--remote|--config|--upload|--dump|--cookie-jar|--trace|--netrc|--unix)|^@|[=<]@|^-[a-zA-Z]*[dF]@|=</,
  wget: /^(-[a-zA-Z]*[OPoaei]|--output|--directory|--execute|--use-askpass|--post-file|--body-file|--config|--append|--input)/,
  rsync: /^(-[a-zA-Z]*e|--rsh|--rsync-path)/,
  scp: /^-[a-zA-Z]*[SoFJ]/,
  sftp: /^-[a-zA-Z]*[SoFJbD]/,
  ssh: /^-[a-zA-Z]*[oFJWRLDE]/,
  node: /^(-[a-z]*[epr]|--eval|--print|--require|--import|--loader|--experimental-loader|--env-file|--run|--inspect)/,
  python: /^(-[a-zA-Z]*c|-$)/,
  perl: /^-[a-zA-Z0-9]*[eEiMmIx]/,
  ruby: /^(-[a-zA-Z]*[eirI]|--require)/,
  php: /^-[a-zA-Z]*[rBREda]/,
  lua: /^-[el]/,
  deno: /^(eval|-A|--allow)/,
  npm: /^(exec|x|explore|--script-shell|--prefix|--userconfig|--globalconfig|--node-options|--git|--editor|--viewer|-C)/,
  npx: /^(-c|--call|-p|--package)/,
  pnpm: /^(exec|dlx|-C|--dir|--script-shell)/,
  yarn: /^(exec|dlx|--cwd|--use-yarnrc)/,
  make: /^(-[a-zA-Z]*[fCIE]|--file|--makefile|--directory|--eval|SHELL=|--include-dir)|=/,
  cargo: /^(--config|-C|--manifest-path|-Z)/,
  go: /^(-exec|-toolexec|-vettool|-o|-C|-overlay|-modfile)/,
  docker: /^(run|exec|build|compose|-H|--host|--config|cp)$/,
  vim: /./,
  vi: /./,
  nvim: /./,
  ed: /./,
  ex: /./,
  emacs: /./,
  less: /./,
  more: /./,
  man: /^(-P|-H|--pager|--html|-C|--config)/,
  gdb: /./,
  zip: /^(-T|--unzip-command|-TT|-[a-zA-Z]*T)/,
  '7z': /^-si|^-so/,
  date: /^(-s|--set|-f|--file)/,
  sysctl: /^-w|=/,
  ip: /^(netns|-b|-batch|-force)/,
  tee: /./,
  printf: /^-v/,
  cmp: /^--not/,
  diff: /^--(output|to-file|from-file)/,
  nc: /^-[a-zA-Z]*[ec]/,
  socat: /exec|system/i,
  openssl: /^-(engine|provider|out|config)/,
  jq: /^(-f|--from-file|-L|--library-path)/,
  tcpdump: /^-[a-zA-Z]*[zwW]/,
  gcc: /^(-wrapper|-specs|-fplugin|-B|@)/,
  ctags: /^--(options|_)/,
  patch: /^(-[a-zA-Z]*[oidB]|--output|--input|--directory)/,
  split: /^--filter/,
  pip: /^(install|download|wheel|--config|-r)/,
  crontab: /./,
  at: /./,
  batch: /./,
}

const sameAs: { readonly [program: string]: string } = {
  __proto__: null as never,
  gawk: 'awk',
  mawk: 'awk',
  nawk: 'awk',
  gtar: 'tar',
  bsdtar: 'tar',
  nodejs: 'node',
  bun: 'node',
  python2: 'python',
  python3: 'python',
  pypy: 'python',
  gmake: 'make',
  clang: 'gcc',
  'g++': 'gcc',
  cc: 'gcc',
  ncat: 'nc',
  netcat: 'nc',
  podman: 'docker',
  pip3: 'pip',
  view: 'vim',
  fdfind: 'fd',
}

/** Arguments after the script belong to the script. */
const interpreters = new Set(['node', 'python', 'perl', 'ruby', 'php', 'lua', 'npx'])

/** Arguments that make the program do something its name does not suggest. */
export function dangerousArguments(name: string, args: readonly ShellArgument[]): readonly ShellArgument[] {
  if (name === 'git') return gitArguments(args)
  if (name === 'sed' || name === 'gsed') return sedArguments(args)
  const program = sameAs[name] ?? (dangerous[name] ? name : withoutEnd(name, '0123456789.'))
  const pattern = dangerous[program]
  if (!pattern) return []
  const end = interpreters.has(program) ? args.findIndex(({ text }) => !text.startsWith('-')) : -1
  return (end < 0 ? args : args.slice(0, end)).filter(({ text }) => pattern.test(text))
}

function gitArguments(args: readonly ShellArgument[]): readonly ShellArgument[] {
  const verb = args.find(
    ({ text }, at) => !text.startsWith('-') && !gitValueOptions.has(args[at - 1]?.text ?? ''),
  )?.text
  const words = args.map(({ text }) => text)
  return args.filter(({ text }) => isGitOption(text) || /(^|\W)\w+::/.test(text) || isGitVerb(text, verb, words))
}

function isGitOption(text: string): boolean {
  if (/^-(c|C|x|O)/.test(text)) return true
  if (!text.startsWith('--') || text.length < 3) return false
  const name = text.split('=')[0] as string
  return name.length > 2 && gitLong.some((option) => option.startsWith(name))
}

function isGitVerb(text: string, verb: string | undefined, words: readonly string[]): boolean {
  if (text === '-o') return verb === 'archive' || verb === 'format-patch'
  if (text === '-i') return verb === 'rebase' || verb === 'add'
  if (/^-u/.test(text)) return verb === 'clone' || verb === 'ls-remote'
  if (text !== verb) return false
  if (verb === 'config') return !words.some((word) => /^(--get|--get-all|--get-regexp|--list|-l|get|list)$/.test(word))
  if (verb === 'bisect') return words.includes('run') || words.includes('visualize') || words.includes('view')
  if (verb === 'clone' || verb === 'init') return true
  if (verb === 'worktree') return words.includes('add') || words.includes('move') || words.includes('repair')
  if (verb === 'submodule') return words.some((word) => /^(foreach|update|add|init)$/.test(word))
  return gitVerbs.has(verb)
}
