/** What a whole agent asks for before it does it: the only tool of ours that it has. */
export const AGENT_STEP = 'agent_step'
