import { type Finding, isAtLeast, type Severity } from './finding.ts'

/** A review as JUnit XML: each finding is a test, which fails if it is serious enough. */
export function junitOf(findings: readonly Finding[], failOn: Severity = 'low'): string {
  const cases = findings.map((finding) => {
    const head = `  <testcase classname="${escaped(finding.path)}" name="${escaped(finding.title)}" file="${escaped(finding.path)}" line="${finding.line}"`
    if (!isAtLeast(finding.severity, failOn)) return `${head}/>`
    const text = escaped(`${finding.path}:${finding.line}\n${finding.why}`)
    return `${head}>\n    <failure type="${finding.severity}" message="${escaped(finding.title)}">${text}</failure>\n  </testcase>`
  })
  const failures = findings.filter(({ severity }) => isAtLeast(severity, failOn)).length
  const none = '  <testcase classname="review" name="No findings"/>'
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="Convene review" tests="${Math.max(1, findings.length)}" failures="${failures}">`,
    ...(cases.length === 0 ? [none] : cases),
    '</testsuite>',
    '',
  ].join('\n')
}

const names: { readonly [sign: string]: string } = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }

/** XML 1.0 cannot represent most control characters, which have already been removed here. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/gu, (sign) => `&${names[sign]};`).replaceAll(/[\ufffe\uffff]/gu, '')
