/** What is tried inside the extension host, before and after a restart of it. */
export const firstTitles = [
  'is activated without opening the data folder, and without loading the program',
  'is one participant, one public tool and the views of the manifest',
  'offers its models to the editor, and answers through them',
  'stops an answer of its models that is no longer wanted',
  'checks what another agent gives to convene_ask, and answers it with what a team says',
  'stops the run of convene_ask that is cancelled',
  'starts a run from the chat with the agents of the settings',
  'warns of settings that cannot be used, and works with what is left',
  'uses changed settings from the next request on',
  'stops the run of a chat that is cancelled',
  'leaves a panel waiting at its gate',
] as const

export const laterTitles = [
  'finds earlier sessions, and continues the waiting panel',
  'shows a session that the command line has started',
  'answers through its models, and runs a team, with the program in a separate process',
] as const

export type FirstTitle = (typeof firstTitles)[number]
export type LaterTitle = (typeof laterTitles)[number]

const unsent = 'its chat sends nothing without an account'

/** What the oldest editor itself does not do, and so is not tried in it. */
export const notInOldest: { readonly [title: string]: string } = {
  'stops an answer of its models that is no longer wanted': 'it tells no provider of a cancellation',
  'starts a run from the chat with the agents of the settings': unsent,
  'warns of settings that cannot be used, and works with what is left': unsent,
  'uses changed settings from the next request on': unsent,
  'stops the run of a chat that is cancelled': unsent,
} satisfies { readonly [T in FirstTitle]?: string }

/** What came of one story; no problem: it held. */
export type Outcome = { readonly title: string; readonly problem?: string }
