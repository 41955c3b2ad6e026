/** Splits a typed command into its arguments. Quotes group words. Nothing is expanded, and no shell is involved. */
export function commandLine(text: string): { readonly command: string; readonly args: string[] } {
  const words = Array.from(text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu), ([, double, single, plain]) =>
    String(double ?? single ?? plain ?? ''),
  )
  const [command = '', ...args] = words
  return { command, args }
}
