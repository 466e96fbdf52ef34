package io.corebound.hosts;

import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.CoreboundException;

/** What {@code LabSupportTest} runs with other rights: says what a lab would be refused for. */
public final class SupportOwner {
  private SupportOwner() {}

  public static void main(String[] args) {
    try {
      LabSupport.check(new LocalHost("support-test-child", "here")).require();
      System.out.println("possible");
    } catch (CoreboundException e) {
      System.out.println(e.getMessage());
    }
  }
}
