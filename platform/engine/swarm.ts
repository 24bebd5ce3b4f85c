import type Docker from 'dockerode'

/** A node of a Swarm: the fields that dockerode's types lack. */
export interface Node {
  ID: string
  Spec: { Labels?: Record<string, string> }
  Description: { Hostname: string }
  Status: { State: string; Addr?: string }
}

/** A task of a service: the fields that dockerode's types lack. */
export interface Task {
  ServiceID: string
  NodeID?: string
  CreatedAt: string
  Spec: { ContainerSpec?: { Env?: string[] } }
  Status: {
    State: string
    Err?: string
    Message?: string
    ContainerStatus?: { ExitCode?: number }
    PortStatus?: { Ports?: { TargetPort: number; PublishedPort: number; Protocol: string }[] }
  }
}

export const listNodes = async (docker: Docker) => (await docker.listNodes()) as Node[]

export const listTasks = async (
  docker: Docker,
  filters: { label?: string[]; service?: string[] },
) => (await docker.listTasks({ filters })) as Task[]

/** Whether a node is known, and not cut off from the Swarm. */
export const isReady = (node: Node | undefined): node is Node & { Status: { State: 'ready' } } =>
  node?.Status.State === 'ready'

/** A node's label with the address that participants see, if that is not the Swarm's address of the node. */
export const addressLabel = 'guidon.address'

const statesBeforeRunning = new Set([
  'new',
  'allocated',
  'pending',
  'assigned',
  'accepted',
  'preparing',
  'ready',
  'starting',
])

/** Whether a task in this state may still come to run. */
export const isBeforeRunning = (state: string): boolean => statesBeforeRunning.has(state)
