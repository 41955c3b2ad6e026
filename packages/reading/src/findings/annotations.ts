import type { Finding, Severity } from './finding.ts'

const kinds: { readonly [Of in Severity]: string } = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
}

/** A review as GitHub Actions workflow commands, shown next to the lines of a pull request. */
export const annotationsOf = (findings: readonly Finding[]): string =>
  findings
    .map(({ path, line, severity, title, why }) => {
      const place = `file=${property(path)},line=${line},title=${property(title)}`
      return `::${kinds[severity]} ${place}::${message(why || title)}\n`
    })
    .join('')

/** Escaped as GitHub requires: otherwise the text could end the command and begin another. */
const message = (text: string): string =>
  withoutCommands(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** An older form of command works anywhere in a line: `##[add-mask]…`. */
export const withoutCommands = (text: string): string => text.replaceAll(/##+(?=\[)/gu, '#').replaceAll('::', ': :')
const property = (text: string): string => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
