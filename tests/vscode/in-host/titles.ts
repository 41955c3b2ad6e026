/** The tests inside the extension host, before and after it restarts. */
export const firstTitles = [
  'is activated without opening the data folder, and without loading the program',
  'registers one participant, one public tool and the views in the manifest',
  'offers its models to the editor, and answers through them',
  'stops an answer by its models that is no longer wanted',
  'checks the input that another agent gives convene_ask, and returns a team’s answer',
  'stops the run if convene_ask is cancelled',
  'starts a run from the chat with the agents in the settings',
  'warns about unusable settings, and works with the rest',
  'uses changed settings from the next request on',
  'stops the run if its chat is cancelled',
  'leaves a panel waiting at its gate',
] as const

export const laterTitles = [
  'finds earlier sessions, and continues the waiting panel',
  'shows a session started from the command line',
  'answers through its models, and runs a team, with the program in a separate process',
] as const

export type FirstTitle = (typeof firstTitles)[number]
export type LaterTitle = (typeof laterTitles)[number]

const unsent = 'its chat sends nothing without an account'

/** What the oldest editor itself does not do, and is therefore not tested in it. */
export const notInOldest: { readonly [title: string]: string } = {
  'stops an answer by its models that is no longer wanted': 'it tells no provider of a cancellation',
  'starts a run from the chat with the agents in the settings': unsent,
  'warns about unusable settings, and works with the rest': unsent,
  'uses changed settings from the next request on': unsent,
  'stops the run if its chat is cancelled': unsent,
} satisfies { readonly [T in FirstTitle]?: string }

/** The outcome of one story. Without a problem, it passed. */
export type Outcome = { readonly title: string; readonly problem?: string }
