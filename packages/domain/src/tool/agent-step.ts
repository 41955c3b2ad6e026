/** With this tool a whole agent asks before it acts: the only one of our tools it has. */
export const AGENT_STEP = 'agent_step'
