/** Programs that do more than look, wherever a line names them: also inside `sh -c` and after `xargs`. */
const ACTS =
  /(?:^|[\s;&|(`'"/=])(?:rm|rmdir|unlink|shred|dd|mkfs(?:\.\w+)?|mv|truncate|chmod|chown|chattr|sudo|su|doas|kill|pkill|killall|shutdown|reboot|halt|poweroff|crontab|systemctl|service|mount|umount|iptables|passwd|useradd|docker|podman|kubectl|terraform|ansible|helm)(?=$|[\s;&|)`'"])/iu

/** Programs that reach others: a page is looked at with GET. */
const SENDS =
  /(?:^|[\s;&|(`'"/=])(?:curl|wget|nc|ncat|netcat|telnet|ssh|scp|sftp|rsync|ftp|socat|mail|sendmail|aws|gcloud|az|gh)(?=$|[\s;&|)`'"])|\/dev\/(?:tcp|udp)\//iu

/** `:(){ :|:& };:`, and loops that start processes without end. */
const FORKS =
  /\(\)\s*\{[^}]*\|[^}]*&|\bwhile\s+(?:true|:|1)\b[^\n]*&(?!&)|\bfork\s*\(\s*\)\s*while|os\.fork\b|child_process[^\n]*\b(?:while|for)\b|\byes\b\s*\|/iu

const PUBLISHES =
  /\b(?:git\s+(?:push|reset|clean|checkout|restore|commit|rebase)|(?:npm|pnpm|yarn|cargo|twine|gem)\s+(?:publish|unpublish|login|upload)|(?:drop|truncate)\s+(?:table|database)|delete\s+from)\b/iu

const WRITES_DEVICES = />\s*\/(?:dev\/(?!null)|etc|usr|bin|boot|sys|proc)/iu
const UNPACKS = /\bbase64\s+(?:-d|--decode|-D)\b[^\n]*\|\s*(?:sh|bash|zsh|node|python3?)\b|\beval\b\s*["'$`]/iu

/**
 * Why a command does more than look. It would run in a sandbox on a copy in any case: this keeps what nobody would want to
 * be asked for from the user.
 */
export function harmIn(line: string): string | undefined {
  if (FORKS.test(line)) return 'it starts processes without end'
  if (ACTS.test(line)) return 'it does more than look: it removes, moves or controls something'
  if (SENDS.test(line)) return 'it sends something out: a page is looked at with GET'
  if (PUBLISHES.test(line)) return 'it changes a repository, a registry or a database'
  if (WRITES_DEVICES.test(line)) return 'it writes outside the folder'
  return UNPACKS.test(line) ? 'it hides what it runs' : undefined
}
