import type { Client, ListedSessionRow, PendingView } from '@convene/protocol'
import * as vscode from 'vscode'
import { askRow } from '../approvals/ask-text.ts'
import { isFinalPhase } from '../chat/response-part.ts'
import { rowContext } from './row-context.ts'
import { sessionLine } from './session-row.ts'

/** A list view that refreshes when something changes. */
type Listing<Row> = {
  rows(client: Client): Promise<readonly Row[]>
  item(row: Row): vscode.TreeItem
}

type Reach = {
  client(): Promise<Client>
  /** Something changed. Includes the number of pending items if known. */
  readonly onChange: vscode.Event<number | undefined>
}

function tree<Row>({ client, onChange }: Reach, { rows, item }: Listing<Row>): vscode.TreeDataProvider<Row> {
  return {
    onDidChangeTreeData: (tell) => onChange(() => tell(undefined)),
    getTreeItem: item,
    getChildren: async (parent) => (parent === undefined ? listed(client().then(rows)) : []),
  }
}

/** What the manifest says about empty lists would be wrong while they are still loading. */
async function listed<Row>(rows: Promise<readonly Row[]>): Promise<Row[]> {
  try {
    return [...(await rows)]
  } finally {
    void vscode.commands.executeCommand('setContext', 'convene.listed', true)
  }
}

/** The views: pending items, sessions and teams. */
export const views = (reach: Reach): readonly vscode.Disposable[] => [
  ...badged(reach),
  vscode.window.registerTreeDataProvider('convene.sessions', tree(reach, sessions)),
  vscode.window.registerTreeDataProvider('convene.teams', tree(reach, teams)),
]

/** The badge counts pending items even while the view is hidden, without reading anything. */
function badged(reach: Reach): readonly vscode.Disposable[] {
  const view = vscode.window.createTreeView('convene.approvals', { treeDataProvider: tree(reach, approvals) })
  const counting = reach.onChange((waiting) => {
    if (waiting === undefined) return
    const tooltip = waiting === 1 ? '1 item is waiting for you' : `${waiting} items are waiting for you`
    view.badge = waiting === 0 ? undefined : { value: waiting, tooltip }
  })
  return [view, counting]
}

const pendingIcons = { ask: 'shield', gate: 'pass', question: 'question', vote: 'checklist' } as const

const approvals: Listing<PendingView> = {
  rows: async (client) => itemsOf(await client.approvals()),
  item: ({ title, kind, session, ask, question, vote }) => {
    const asked = question?.question ?? vote?.topic ?? kind
    // A narrow side bar cuts off the label.
    const more = question?.text || (question?.options ?? vote?.options ?? []).join('\n\n')
    const tooltip = [shortOf(asked), title, more].filter(Boolean).join('\n\n')
    const row = ask ? askRow(ask, title) : { label: shortOf(asked), description: title, tooltip }
    const item = new vscode.TreeItem(row.label)
    item.description = row.description
    item.tooltip = new vscode.MarkdownString().appendText(row.tooltip)
    item.contextValue = rowContext({ kind, question })
    item.iconPath = new vscode.ThemeIcon(pendingIcons[kind])
    item.command = openSession(session)
    return item
  },
}

const sessions: Listing<ListedSessionRow> = {
  rows: async (client) => itemsOf(await client.sessions({ limit: 100 })),
  item: (row) => {
    const { id, title, phase } = row
    const { description, tooltip, icon } = sessionLine(row)
    const item = new vscode.TreeItem(title)
    item.description = description
    item.tooltip = new vscode.MarkdownString().appendText(tooltip)
    item.iconPath = new vscode.ThemeIcon(icon)
    item.contextValue = stillOf(phase)
    item.command = openSession(id)
    return item
  },
}

/** The commands available for a run. None once it has ended. */
const stillOf = (phase: string): string => (phase === 'paused' ? 'paused' : isFinalPhase(phase) ? 'ended' : 'running')

type Team = {
  readonly team: {
    readonly name: string
    readonly slug: string
    readonly mode: string
    readonly description: string
  }
  readonly source: string
}

const teams: Listing<Team> = {
  rows: async (client) => itemsOf(await client.teams()),
  item: ({ team, source }) => {
    const item = new vscode.TreeItem(team.name)
    item.description = `${team.mode} · ${source}`
    item.tooltip = team.description
    item.iconPath = new vscode.ThemeIcon('organization')
    item.command = { command: 'convene.openTeam', title: 'Open Team', arguments: [team.slug] }
    return item
  },
}

/** The question itself, without its explanation. */
const shortOf = (question: string): string => /^[^?]*\?/u.exec(question)?.[0] ?? question

const openSession = (session: string): vscode.Command => ({
  command: 'convene.openSession',
  title: 'Open Session',
  arguments: [session],
})

const itemsOf = <Row>(result: { ok: true; value: { items: readonly Row[] } } | { ok: false }): readonly Row[] =>
  result.ok ? result.value.items : []
