/** A command with its arguments, as it is typed: quotes keep blanks together. Nothing is expanded, no shell is asked. */
export function commandLine(text: string): { readonly command: string; readonly args: string[] } {
  const words = Array.from(text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu), ([, double, single, plain]) =>
    String(double ?? single ?? plain ?? ''),
  )
  const [command = '', ...args] = words
  return { command, args }
}
