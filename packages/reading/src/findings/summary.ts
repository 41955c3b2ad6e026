import type { Finding } from './finding.ts'

/** A review as Markdown: a table, then the reasons. */
export function findingsText(findings: readonly Finding[], reviewers: number): string {
  if (findings.length === 0) return 'No findings.\n'
  const rows = findings.map(
    ({ path, line, severity, title, agreedBy }) =>
      `| ${severity} | ${code(`${path}:${line}`)} | ${cell(title)} | ${agreedBy.length} of ${reviewers} |`,
  )
  const reasons = findings.map(({ path, line, title, why, agreedBy }) =>
    [`### ${cell(title)}`, `${code(`${path}:${line}`)} · ${agreedBy.map(cell).join(', ')}`, quoted(why)].join('\n\n'),
  )
  const head = ['| severity | where | finding | found by |', '| --- | --- | --- | --- |']
  return `${[[...head, ...rows].join('\n'), ...reasons].join('\n\n')}\n`
}

/** A model's text must not end the table, begin a heading or mention people. */
const cell = (text: string): string => text.replaceAll(/[\\|`*_[\]<>#!]/gu, String.raw`\$&`).replaceAll('@', '@\u2060')
const code = (text: string): string => `\`${text.replaceAll(/[`|]/gu, ' ')}\``
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${cell(line)}`.trimEnd())
    .join('\n')
