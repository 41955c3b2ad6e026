import type { Json } from '@convene/domain'
import type { Finding, Severity } from './finding.ts'

const levels: { readonly [Of in Severity]: string } = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
}
/** GitHub sorts alerts by this number. */
const weights: { readonly [Of in Severity]: string } = { critical: '9.5', high: '8.0', medium: '5.0', low: '2.0' }

export type ReviewedBy = { readonly version: string; readonly reviewers: number }

/** A review in SARIF 2.1.0, which GitHub, GitLab and editors show next to the code. */
export function sarifOf(findings: readonly Finding[], { version, reviewers }: ReviewedBy): Json {
  const severities = [...new Set(findings.map(({ severity }) => severity))]
  const rules = severities.map((severity) => ({
    id: `review/${severity}`,
    shortDescription: { text: `A finding of ${severity} severity` },
    properties: { 'security-severity': weights[severity] },
  }))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Convene', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, severities, reviewers)),
      },
    ],
  }
}

function resultOf(finding: Finding, severities: readonly Severity[], reviewers: number): Json {
  const { path, line, severity, title, why, agreedBy } = finding
  const by = agreedBy.length > 1 ? `\n\nFound independently by ${agreedBy.join(', ')}.` : ''
  return {
    ruleId: `review/${severity}`,
    ruleIndex: severities.indexOf(severity),
    level: levels[severity],
    message: { text: `${title}${why === '' ? '' : `\n\n${why}`}${by}` },
    rank: rankOf(finding, reviewers),
    locations: [{ physicalLocation: { artifactLocation: { uri: addressOf(path) }, region: { startLine: line } } }],
    partialFingerprints: { 'convene/v1': `${path}:${title.toLowerCase().replaceAll(/\W+/gu, '-')}` },
  }
}

/** In a URL, `#`, `?` and `:` would end the path or begin it, and half a character cannot be encoded. */
const addressOf = (path: string): string =>
  path
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')

/** From 0 to 100: how many found it independently, and how sure they are. */
export function rankOf({ agreedBy, confidence }: Finding, reviewers: number): number {
  const share = reviewers === 0 ? 1 : Math.min(1, agreedBy.length / reviewers)
  return Math.round(share * (confidence ?? 50) * 10) / 10
}
