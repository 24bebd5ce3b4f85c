import type Docker from 'dockerode'
import { nameServers } from '../../engine/name-servers.ts'
import { maxProcesses, processors, tmpBytes } from '../limits.ts'
import {
  capabilities,
  type DesktopContainer,
  labels,
  type Mount,
  mountsOf,
  sshPort,
} from './engine.ts'

/** The label with the node that has the home. */
export const nodeLabel = 'guidon.node'

export const isAddress = (text: string) => /^[\d.]+$/.test(text)

/** Dockerode's types lack capabilities, limits of tasks, and other fields of the engine's API. */
const serviceOf = (spec: object) => spec as Docker.CreateServiceOptions

interface DesktopServiceOptions {
  name: string
  platform: string
  /** The host of environments as users see it. */
  address: string
  /** The node that must run it; undefined: any. */
  node: string | undefined
}

/** The service of a desktop, with one task. */
export function desktopService(one: DesktopContainer, options: DesktopServiceOptions) {
  const { name, platform, address, node } = options
  const own = {
    [labels.platform]: platform,
    [labels.desktop]: one.id,
    ...(node && { [nodeLabel]: node }),
  }
  const scratch = (Target: string, SizeBytes: number) => ({
    Type: 'tmpfs',
    Target,
    TmpfsOptions: { SizeBytes, Mode: 0o1777 },
  })
  return serviceOf({
    Name: name,
    Labels: own,
    TaskTemplate: {
      ContainerSpec: {
        Image: one.image,
        Hostname: 'flugzeug',
        User: '0:0',
        Env: one.variables,
        Command: ['/bin/sh', '/opt/desktop/keeper.sh'],
        Dir: '/',
        Labels: own,
        Mounts: [
          ...mountsOf(one, name),
          scratch('/tmp', tmpBytes),
          scratch('/dev/shm', tmpBytes),
          scratch('/run', 2 ** 26),
          scratch('/var/tmp', 2 ** 26),
        ],
        CapabilityDrop: ['ALL'],
        CapabilityAdd: capabilities,
        ReadOnly: true,
        // Engines before version 23 ignore this. keeper.sh takes new privileges from the session, too.
        Privileges: { NoNewPrivileges: true },
        Sysctls: { 'net.ipv6.conf.all.disable_ipv6': '1' },
        DNSConfig: { Nameservers: nameServers(one.internet) },
        Hosts: isAddress(address) ? [] : [`127.0.0.1 ${address}`],
        StopGracePeriod: 3e9,
      },
      Resources: {
        Limits: {
          MemoryBytes: one.memoryMb * 2 ** 20,
          NanoCPUs: processors * 1e9,
          Pids: maxProcesses,
        },
      },
      RestartPolicy: { Condition: 'none' },
      Placement: { Constraints: node ? [`node.id==${node}`] : [] },
      LogDriver: { Name: 'json-file', Options: { 'max-size': '1m', 'max-file': '1' } },
    },
    Mode: { Replicated: { Replicas: 1 } },
    EndpointSpec: { Ports: [{ Protocol: 'tcp', TargetPort: sshPort, PublishMode: 'host' }] },
  })
}

interface EmptyingServiceOptions {
  name: string
  platform: string
  image: unknown
  /** The volume of the home. */
  home: Mount
  /** The node that has it. */
  node: string
}

/** A service whose task deletes what is in a home, and ends. */
export const emptyingService = ({ name, platform, image, home, node }: EmptyingServiceOptions) =>
  serviceOf({
    Name: name,
    Labels: { 'guidon.emptying': platform },
    TaskTemplate: {
      ContainerSpec: {
        Image: image,
        User: '1000:1000',
        Mounts: [home],
        Command: [
          '/bin/sh',
          '-c',
          'chmod -R u+rwX /home/player; find /home/player -mindepth 1 -delete',
        ],
        CapabilityDrop: ['ALL'],
        ReadOnly: true,
      },
      RestartPolicy: { Condition: 'none' },
      Placement: { Constraints: [`node.id==${node}`] },
    },
    Mode: { Replicated: { Replicas: 1 } },
  })
