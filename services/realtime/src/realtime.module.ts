import { Module } from "@nestjs/common";
import { AdministratorsSchema, provideConfig } from "@tessera/service-kit";
import { ChannelPolicy } from "./access/channel-policy.ts";
import { Credentials } from "./access/credentials.ts";
import { BroadcastController } from "./broadcast/broadcast.controller.ts";
import { ChangeFeed } from "./changes/change-feed.ts";
import { Membership } from "./channels/membership.ts";
import { Rooms } from "./channels/rooms.ts";
import { ADMINISTRATORS, REALTIME_CONFIG, RealtimeConfigSchema } from "./config.ts";
import { Connections } from "./connection/connections.ts";
import { Conversation } from "./connection/conversation.ts";
import { SocketServer } from "./connection/socket-server.ts";
import { WaitingBytes } from "./connection/waiting-bytes.ts";
import { Bus } from "./fanout/bus.ts";
import { Fanout } from "./fanout/fanout.ts";
import { PresenceBudget } from "./presence/presence-budget.ts";
import { PresenceCalls } from "./presence/presence-calls.ts";
import { Presences } from "./presence/presences.ts";

@Module({
  controllers: [BroadcastController],
  providers: [
    provideConfig(REALTIME_CONFIG, RealtimeConfigSchema),
    provideConfig(ADMINISTRATORS, AdministratorsSchema),
    Bus,
    ChangeFeed,
    ChannelPolicy,
    Connections,
    Conversation,
    Credentials,
    Fanout,
    Membership,
    PresenceBudget,
    PresenceCalls,
    Presences,
    Rooms,
    SocketServer,
    WaitingBytes,
  ],
})
export class RealtimeModule {}
