import type { Answer } from '../event/ask-facts.ts'
import type { Person } from '../event/event.ts'
import type { MadeChange } from '../event/fork-change.ts'
import type { RunSettings } from '../event/run-settings.ts'
import type { Image } from '../image/image.ts'
import type { Limits } from '../limits/limits.ts'
import type { AskId, MessageId, RunId, SessionId } from '../shared/ids.ts'
import type { Refusal } from '../shared/result.ts'
import type { SeatedTeam } from '../team/team.ts'
import type { BuildRecord } from './build.ts'

/** Everything a run is started with. It goes into the log as is: a resume does not read the settings again. */
export type RunStart = {
  readonly id: RunId
  readonly mode: string
  readonly team: SeatedTeam
  readonly settings: RunSettings
  readonly limits: Limits
  /** For this run and every later one of the session. Missing: those that the session has. */
  readonly constraints?: string
  /** Warnings about the team: problems in its files, and what is used instead. */
  readonly warnings?: readonly Refusal[]
}

/** What the user can tell a session, on every surface. `person` says which user, if there are several. */
export type Command = SomeCommand & { readonly person?: Person }

type SomeCommand =
  | {
      readonly type: 'create'
      readonly goal: string
      readonly workspace: string
      readonly title?: string
      /** The session whose run starts over here, and what is different. */
      readonly forked?: { readonly from: SessionId; readonly change: MadeChange }
      /** The other program whose words these are, by its name. Without it, they are the user's. */
      readonly caller?: string
      readonly attachments?: readonly string[]
      readonly images?: readonly Image[]
      readonly run: RunStart
    }
  | {
      readonly type: 'run'
      readonly goal: string
      readonly attachments?: readonly string[]
      readonly images?: readonly Image[]
      readonly run: RunStart
    }
  | {
      readonly type: 'message'
      readonly text: string
      /** The same as for `create`. */
      readonly caller?: string
      readonly to?: string
      readonly attachments?: readonly string[]
      readonly images?: readonly Image[]
    }
  /** For the whole run, or for one agent while the others continue. `resume` without an agent resumes everyone. */
  | { readonly type: 'pause' | 'resume'; readonly agent?: string }
  | { readonly type: 'stop' | 'reset' }
  | {
      readonly type: 'permit'
      readonly ask: AskId
      readonly answer: Answer
      readonly by: string
      readonly pattern?: string
      readonly reason?: string
    }
  | { readonly type: 'answer'; readonly text: string; readonly question?: string; readonly by: string }
  /**
   * Passes the gate that the run waits at, with the text edited or as it is; `reject` sends it back. With `ask`, every
   * step asks, whatever the plan, rules or earlier grants allow. `gate` names the gate that the user saw: another one
   * is not answered.
   */
  | {
      readonly type: 'approve'
      readonly text?: string
      readonly ask?: boolean
      readonly gate?: string
      readonly by: string
    }
  | { readonly type: 'reject'; readonly feedback: string; readonly gate?: string; readonly by: string }
  /** Puts something to the team's vote. `vote` casts the user's own, if they have a seat. */
  | {
      readonly type: 'propose'
      readonly topic: string
      readonly options: readonly string[]
      readonly evidence?: string
    }
  | { readonly type: 'vote'; readonly decision: string; readonly option: string; readonly reason?: string }
  /** Reports how a committed decision of this session turned out, or withdraws that. */
  | {
      readonly type: 'resolve'
      readonly decision: string
      readonly run: string
      readonly outcome: 'option' | 'none' | 'unclear' | 'withdrawn'
      readonly option?: string
      readonly note?: string
      readonly by: string
    }
  | { readonly type: 'reverted'; readonly artifact: string }
  /** Records what was done with a build, or said about its lines. */
  | { readonly type: 'build'; readonly build: BuildRecord }
  | { readonly type: 'pick'; readonly message: MessageId }
  | {
      readonly type: 'update'
      readonly title?: string
      readonly pinned?: boolean
      readonly tags?: readonly string[]
      readonly order?: number
      readonly constraints?: string
    }
