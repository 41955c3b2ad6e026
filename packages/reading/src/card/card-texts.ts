import { escapeMarkdown, withoutEntities, withoutReferences } from '../inert/references.ts'
import type { Card } from './card.ts'
import type { CardPlace } from './card-places.ts'

/** A card as it is pasted, and the name of the place in menus. */
export const cardPlaces: { readonly [Place in CardPlace]: { readonly label: string; write(card: Card): string } } = {
  text: { label: 'text', write: cardText },
  slack: { label: 'Slack', write: cardSlack },
  'pull-request': { label: 'a pull request', write: cardMarkdown },
  email: { label: 'an e-mail', write: cardHtml },
}

const blocks = (parts: readonly string[]): string => parts.filter(Boolean).join('\n\n')

/** Text that survives pasting into chats and emails. */
export function cardText({ goal, answer, verdict, dissent, recommendations }: Card): string {
  return blocks([
    goal,
    answer,
    verdict,
    dissent.map((each) => `Dissent: ${each}`).join('\n'),
    recommendations.map((each) => `- ${each}`).join('\n'),
  ])
}

/** In Slack's marks. Nobody is mentioned, and no address becomes a link. */
function cardSlack({ goal, answer, verdict, dissent, recommendations }: Card): string {
  const plain = (text: string) =>
    withoutReferences(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
  const bold = (text: string) => `*${plain(text).replaceAll('*', '∗')}*`
  return blocks([
    plain(goal),
    answer.split('\n').map(bold).join('\n'),
    plain(verdict),
    dissent.map((each) => `> _Dissent_ ${plain(each)}`).join('\n'),
    recommendations.map((each) => `• ${plain(each)}`).join('\n'),
  ])
}

/** In Markdown as forges read it. Nobody is mentioned, no issue is referred to, and nothing is HTML. */
function cardMarkdown({ goal, answer, verdict, dissent, recommendations }: Card): string {
  const plain = (text: string) => withoutReferences(escapeMarkdown(withoutEntities(text)))
  return blocks([
    `**${answer.split('\n').map(plain).join('**\n\n**')}**`,
    plain(goal),
    plain(verdict),
    dissent.map((each) => `> Dissent: ${plain(each)}`).join('\n>\n'),
    recommendations.map((each) => `- ${plain(each)}`).join('\n'),
  ])
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const line = (text: string, style: string): string =>
  text && `<p style="margin:0 0 8px;${style}">${escaped(text).replaceAll('\n', '<br>')}</p>`

/** With inline styles, for documents and emails. Nothing in it can run or load. */
export function cardHtml({ goal, answer, verdict, dissent, recommendations }: Card): string {
  const items = recommendations.map((each) => `<li>${escaped(each)}</li>`).join('')
  return [
    '<div style="max-width:640px;border:1px solid #d9d7d2;border-radius:12px;padding:20px;background:#fff;color:#23242b;font:15px/1.5 system-ui,sans-serif">',
    line(goal, 'color:#63656e'),
    line(answer, 'font-size:20px;font-weight:600;line-height:1.3'),
    line(verdict, 'color:#4338ca;font-weight:600'),
    ...dissent.map((each) => line(`Dissent: ${each}`, 'color:#9a3412')),
    items && `<ul style="margin:0;padding-left:20px">${items}</ul>`,
    '</div>',
  ]
    .filter(Boolean)
    .join('\n')
}
