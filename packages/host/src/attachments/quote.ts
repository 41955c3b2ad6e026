/** A file's text under its name. The fence is longer than any in the file, so the file cannot close it. */
export function quoteFile(name: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/gu), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `Attachment ${JSON.stringify(name)}:\n${fence}\n${text.replace(/\n$/u, '')}\n${fence}`
}
