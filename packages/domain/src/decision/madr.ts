const SECTIONS =
  /^## (Status|Context|Options|Decision|Rationale|Consequences|Participants and votes|Dissent|Date|Review by)$/mu

/** Options that older records repeat at the end of their context. */
const REPEATED = /^\\## Options\n[\s\S]*?(?=^\\#|(?![\s\S]))/mu

/** A decision record as a MADR document: what `adrText` wrote, under the headings that other tools know. */
export function madrText(adr: string): string {
  const [title = '', ...parts] = adr.split(SECTIONS)
  const sections: { [name: string]: string } = {}
  for (let at = 0; at < parts.length; at += 2) sections[parts[at] ?? ''] ??= (parts[at + 1] ?? '').trim()
  const of = (name: string) => sections[name] ?? ''
  const review = of('Review by')
  return [
    `---\nstatus: ${of('Status') || 'accepted'}\ndate: ${of('Date')}\n---`,
    title.trim(),
    `## Context and Problem Statement\n\n${of('Context').replace(REPEATED, '').trim()}`,
    `## Considered Options\n\n${of('Options').replace(/^- /gmu, '* ')}`,
    `## Decision Outcome\n\nChosen option: "${of('Decision').replaceAll('"', "'")}", because:\n\n${of('Rationale')}`,
    `### Consequences\n\n${of('Consequences')}`,
    `## More Information\n\n### Participants and votes\n\n${of('Participants and votes')}`,
    `### Dissent\n\n${of('Dissent')}`,
    ...(review === '' ? [] : [`### Review by\n\n${review}`]),
  ]
    .join('\n\n')
    .concat('\n')
}
