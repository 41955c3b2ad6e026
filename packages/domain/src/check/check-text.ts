import type { Check, CheckResult } from './check.ts'

/** A check as a line of a plan. `readCheck` reads the same back. */
export function checkText(check: Check): string {
  switch (check.kind) {
    case 'command':
      return [
        check.run,
        check.exit === undefined ? '' : ` expect: exit ${check.exit}`,
        check.output === undefined ? '' : ` expect: output /${check.output}/`,
        check.network ? ' network: yes' : '',
      ].join('')
    case 'file':
      return `file ${check.path} ${check.is}${check.text === undefined ? '' : ` "${check.text}"`}`
    case 'change':
      return `changes ${check.within.join(' ')}`
    case 'address':
      return [
        `GET ${check.url} is ${check.status}`,
        check.body === undefined ? '' : ` body "${check.body}"`,
        check.json === undefined ? '' : ` json ${check.json.path} "${check.json.is}"`,
      ].join('')
    case 'you':
      return `ask "${check.question}"`
  }
}

/** What must be true for it to pass, after "Done when". */
export function passText(check: Check): string {
  switch (check.kind) {
    case 'command':
      return `\`${check.run}\` ${expectedText(check)}`
    case 'file':
      return `\`${check.path}\` ${fileText(check)}`
    case 'change':
      return `only ${check.within.map((glob) => `\`${glob}\``).join(', ')} changed`
    case 'address':
      return `\`GET ${check.url}\` answers ${check.status}${check.body === undefined ? '' : ` with "${check.body}"`}${check.json ? ` with ${check.json.path} = ${check.json.is}` : ''}`
    case 'you':
      return `you say yes to "${check.question}"`
  }
}

function expectedText({ exit, output, network, guard }: Extract<Check, { kind: 'command' }>): string {
  const passes = guard ? 'passes as before' : exit === undefined ? 'passes' : `exits with ${exit}`
  const prints = output === undefined ? '' : ` and prints /${output}/`
  return `${passes}${prints}${network ? ', with network access' : ''}`
}

function fileText({ is, text }: Extract<Check, { kind: 'file' }>): string {
  switch (is) {
    case 'exists':
      return 'exists'
    case 'absent':
      return 'does not exist'
    case 'unchanged':
      return 'is unchanged'
    case 'contains':
      return `contains "${text ?? ''}"`
    case 'shown':
      return 'can be read'
  }
}

const MOST_OUTPUT = 1_500

/** A failed check, with the end of its output. */
export function failedText({ check, reason, output = '' }: CheckResult): string {
  const said = `The check "${passText(check)}" failed: ${reason ?? 'it does not pass'}.`
  return output === '' ? said : `${said} Its output ends with:\n${output.slice(-MOST_OUTPUT)}`
}

/** Their author cannot change these, and need not report them: they are run for it. */
export const doneWhenText = (checks: readonly Check[]): string =>
  checks.length === 0
    ? ''
    : `${checks.map((check) => `- ${passText(check)}`).join('\n')}\n\nConvene runs ${checks.length === 1 ? 'this' : 'these'} when you report. Do not change what is tested.`
