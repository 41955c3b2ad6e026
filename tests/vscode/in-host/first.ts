import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as vscode from 'vscode'
import { PATIENCE_MS } from '../../process/patience.ts'
import { answerTo, client, exported, given, ours, type Stories, say, session, until } from './story.ts'
import type { FirstTitle } from './titles.ts'

const settings = () => vscode.workspace.getConfiguration('convene')
const global = vscode.ConfigurationTarget.Global

const agent = (name: string, more: object = {}) => ({
  name,
  systemPrompt: `You are ${name}.`,
  useFor: `what ${name} knows`,
  ...more,
})

/** Calls the tool directly: without a chat, the editor would open a dialog that no test can answer. */
async function ask(input: object, token = new vscode.CancellationTokenSource().token) {
  const result = await (await exported()).ask.invoke({ input, toolInvocationToken: undefined }, token)
  ok(result)
  return result
}

/** The extension's scripts that the host has loaded. */
const loaded = (): readonly string[] =>
  Object.keys(createRequire(__filename).cache).filter(
    (file) => /[\\/]dist[\\/]/u.test(file) && file.includes('convene'),
  )

export const first: Stories<FirstTitle> = {
  'is activated without opening the data folder, and without loading the program': async () => {
    await exported()
    const home = process.env.CONVENE_HOME ?? ''
    deepStrictEqual(existsSync(home) ? readdirSync(home).filter((name) => name.includes('.db')) : [], [])
    ok(
      loaded().some((file) => file.endsWith('extension.cjs')),
      'The host has not loaded the script.',
    )
  },

  'registers one participant, one public tool and the views in the manifest': async () => {
    const { contributes } = vscode.extensions.getExtension('convene.convene')?.packageJSON ?? {}
    strictEqual(contributes.chatParticipants.length, 1)
    const mine = vscode.lm.tools.filter(({ name }) => name.startsWith('convene'))
    deepStrictEqual(
      mine.map(({ name }) => name),
      ['convene_ask'],
    )
    const commands = await vscode.commands.getCommands(true)
    for (const { command } of contributes.commands) ok(commands.includes(command), `${command} is not there.`)
  },

  'offers its models to the editor, and answers through them': async () => {
    await ours('rehearsal/offline')
    match(await answerTo('PING'), /PONG/u)
  },

  'stops an answer by its models that is no longer wanted': async () => {
    const cancel = new vscode.CancellationTokenSource()
    const answering = answerTo('SILENCE', cancel.token)
    setTimeout(() => cancel.cancel(), 500)
    await Promise.race([
      answering.then(
        () => undefined,
        () => undefined,
      ),
      new Promise((_, reject) => setTimeout(() => reject(new Error('It went on.')), PATIENCE_MS)),
    ])
  },

  'checks the input that another agent gives convene_ask, and returns a team’s answer': async () => {
    await rejects(async () => ask({ bogus: 1 }), /question/u)
    await rejects(async () => ask({ question: 'x', mode: 'plan' }), /mode/u)
    const { content } = await ask({ question: 'PING of a tool', mode: 'agent' })
    match((content[0] as vscode.LanguageModelTextPart).value, /PONG[\s\S]*completed/u)
  },

  'stops the run if convene_ask is cancelled': async () => {
    const cancel = new vscode.CancellationTokenSource()
    const asking = ask({ question: 'SILENCE of a tool', mode: 'agent' }, cancel.token)
    asking.then(undefined, () => undefined)
    await session('SILENCE of a tool', 'running')
    cancel.cancel()
    await session('SILENCE of a tool', 'cancelled')
  },

  'starts a run from the chat with the agents in the settings': async () => {
    await settings().update('agents', [agent('coordinator'), agent('reviewer')], global)
    await settings().update('entryAgent', 'reviewer', global)
    await say('@convene PING of the settings')
    const row = await session('PING of the settings', 'completed')
    deepStrictEqual([row.mode, row.team], ['delegate', 'Agents of the editor'])
    const { state } = given(await (await client()).session({ id: row.id }))
    match(JSON.stringify(state), /"reviewer"/u)
  },

  'warns about unusable settings, and works with the rest': async () => {
    await settings().update('agents', [{ name: 'x' }, agent('ada'), agent('ada')], global)
    await settings().update('entryAgent', 'nobody', global)
    await say('@convene /delegate PING with bad settings')
    const row = await session('PING with bad settings', 'completed')
    const { seats } = given(await (await client()).session({ id: row.id }))
    deepStrictEqual(
      seats.map(({ name }) => name),
      ['ada'],
    )
  },

  'uses changed settings from the next request on': async () => {
    await settings().update('agents', [agent('bob')], global)
    await settings().update('entryAgent', undefined, global)
    await say('@convene /delegate PING with new settings')
    const row = await session('PING with new settings', 'completed')
    const { seats } = given(await (await client()).session({ id: row.id }))
    deepStrictEqual(
      seats.map(({ name }) => name),
      ['bob'],
    )
    await settings().update('agents', undefined, global)
  },

  'stops the run if its chat is cancelled': async () => {
    await say('@convene /agent SILENCE in the chat')
    await session('SILENCE in the chat', 'running')
    await vscode.commands.executeCommand('workbench.action.chat.cancel')
    await session('SILENCE in the chat', 'cancelled')
  },

  'leaves a panel waiting at its gate': async () => {
    const { id } = given(await (await client()).createSession({ goal: 'Is one writer enough?', mode: 'panel' }))
    await until('A gate', async () => {
      const { pending } = given(await (await client()).session({ id }))
      return pending.find(({ kind }) => kind === 'gate')
    })
  },
}
