import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a receiver answers, besides as it should. */
export type Misbehaviour = 'fails' | 'slow';

/** A receiver of notifications for trying out: one for each client. */
@Entity('receiver')
export class StoredReceiver {
  /** Part of its address, which cannot be guessed. */
  @PrimaryColumn('text', { name: 'receiver_id' }) readonly receiverId!: string;
  @Column('text', { name: 'client_id' }) readonly clientId!: string;
  @Column('timestamptz', { name: 'created_at' }) readonly createdAt!: Date;
  @Column('text', { nullable: true }) readonly misbehaviour!: Misbehaviour | null;
  /** How many of the next notifications are answered like that. */
  @Column('integer', { name: 'misbehaves_left' }) readonly misbehavesLeft!: number;
}
